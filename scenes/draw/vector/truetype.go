package vector

import "encoding/binary"

// Where in a TrueType file, and in its table "head", things stand.
// Source: OpenType 1.9, "Organization of an OpenType font" and "head".
const (
	directory      = 12 // after the header come records of 16 bytes
	recordChecksum = 4
	recordOffset   = 8
	recordLength   = 12
	headAdjustment = 8
	headModified   = 28
	headSize       = 54
	magic          = 0xB1B0AFBA // what the sum of a whole file is to be
)

// undateFont sets the time of modification in a TrueType font to zero and
// corrects its checksums. It is false, and nothing changes, for other data.
func undateFont(b []byte) bool {
	record, head := findHead(b)
	if head == nil {
		return false
	}
	clear(head[headModified : headModified+8])
	put := binary.BigEndian.PutUint32
	put(head[headAdjustment:], 0) // both sums are made with a zero there
	put(record[recordChecksum:], sum(head))
	put(head[headAdjustment:], magic-sum(b))
	return true
}

// findHead is the record of the table "head", and the table.
func findHead(b []byte) (record, head []byte) {
	if len(b) < directory || binary.BigEndian.Uint32(b) != 0x00010000 {
		return nil, nil
	}
	tables := int(binary.BigEndian.Uint16(b[4:]))
	for i := range tables {
		at := directory + 16*i
		if at+16 > len(b) {
			return nil, nil
		}
		record := b[at : at+16]
		from, size := binary.BigEndian.Uint32(record[recordOffset:]), binary.BigEndian.Uint32(record[recordLength:])
		if string(record[:4]) == "head" && size >= headSize && uint64(from)+uint64(size) <= uint64(len(b)) {
			return record, b[from : from+size]
		}
	}
	return nil, nil
}

// sum adds up big-endian words; what is missing from the last one is zero.
func sum(b []byte) uint32 {
	var total uint32
	for len(b) >= 4 {
		total += binary.BigEndian.Uint32(b)
		b = b[4:]
	}
	var last [4]byte
	copy(last[:], b)
	return total + binary.BigEndian.Uint32(last[:])
}
