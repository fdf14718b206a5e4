package parts

import (
	"strconv"
	"sync"
)

// decimals holds 0 to 9999 with 1, 2 and 3 digits after the point, one after the
// other, for decimal to cut from. They are written when they are first needed.
var decimals [4]struct {
	once sync.Once
	all  string
}

const decimalWidth = 6 // of "0999.9"

// decimal is n·10^-point, with so many digits after the point. For n from 0 to
// 9999 it does not allocate once it has been asked before.
func decimal(n, point int) string {
	if n < 0 || n > 9999 || point < 1 || point >= len(decimals) {
		ten := 1.0
		for range point {
			ten *= 10
		}
		return strconv.FormatFloat(float64(n)/ten, 'f', point, 64)
	}
	d := &decimals[point]
	d.once.Do(func() {
		all := make([]byte, 0, decimalWidth*10_000)
		for i := range 10_000 {
			digits := [...]byte{'0', byte('0' + i/1000), byte('0' + i/100%10), byte('0' + i/10%10), byte('0' + i%10)}
			all = append(all, digits[:5-point]...)
			all = append(all, '.')
			all = append(all, digits[5-point:]...)
		}
		d.all = string(all)
	})
	text := d.all[decimalWidth*n : decimalWidth*(n+1)]
	for text[0] == '0' && text[1] != '.' {
		text = text[1:]
	}
	return text
}
