package draw

import "strconv"

// decimals holds 0000 to 9999 one after the other, for Itoa to cut from.
var decimals = func() string {
	all := make([]byte, 0, 4*10_000)
	for i := range 10_000 {
		all = append(all, byte('0'+i/1000), byte('0'+i/100%10), byte('0'+i/10%10), byte('0'+i%10))
	}
	return string(all)
}()

// Itoa is i in decimal. From 0 to 9999 it does not allocate, so a frame can
// write its numbers anew each time.
func Itoa(i int) string {
	if i < 0 || i > 9999 {
		return strconv.Itoa(i)
	}
	digits := 1
	for ten := 10; ten <= i; ten *= 10 {
		digits++
	}
	return decimals[4*i+4-digits : 4*i+4]
}
