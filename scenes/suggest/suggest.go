// Package suggest finds what a mistyped word was meant to be.
package suggest

import (
	"fmt"
	"strings"
)

// Nearest returns the word of a list that is nearest to the given one by edit
// distance, without regard to case, or "" if none is near. The beginning of a
// word is near to the whole: "a100" to "a100-80gb-sxm". Of equally near words
// the first wins.
func Nearest(word string, from []string) string {
	typed := fold(word)
	best, nearest := (len(typed)+2)/3+1, ""
	for _, candidate := range from {
		if d := distance(typed, fold(candidate)); d < best {
			best, nearest = d, candidate
		}
	}
	return nearest
}

// OneOf is the error for a word that is not in a list:
// want one of ring, tree (did you mean ring?).
func OneOf(word string, list []string) error {
	all := strings.Join(list, ", ")
	if near := Nearest(word, list); near != "" {
		return fmt.Errorf("want one of %s (did you mean %s?)", all, near)
	}
	return fmt.Errorf("want one of %s", all)
}

// fold gives the letters to compare; a long word is cut, since nothing that
// long is a name.
func fold(s string) []rune {
	r := []rune(strings.ToLower(s))
	return r[:min(len(r), 64)]
}

// distance is the Levenshtein distance of two words, or one more than that of
// the word to a beginning of the candidate.
func distance(word, candidate []rune) int {
	if len(word) == 0 {
		return len(candidate) + 1
	}
	row := make([]int, len(candidate)+1) // of the word so far to each beginning
	for j := range row {
		row[j] = j
	}
	for i, r := range word {
		diagonal := row[0]
		row[0] = i + 1
		for j, c := range candidate {
			change := diagonal
			if r != c {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	best := row[len(candidate)]
	for _, d := range row {
		best = min(best, d+1)
	}
	return best
}
