package site

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// symbolsFile says what the letters of closed forms stand for, scene by scene.
const symbolsFile = "content/symbols.json"

// symbols are the letters of each scene, in the order shown.
type symbols map[string][]symbol

type symbol struct {
	Symbol string `json:"symbol"`
	EN     string `json:"en"`
	ZH     string `json:"zh"`
}

// symbolText is a symbol in one language.
type symbolText struct{ Symbol, Text string }

func readSymbols(root string) (symbols, error) {
	var s symbols
	return s, readJSON(root, symbolsFile, &s)
}

// readJSON reads a file of content that both languages share.
func readJSON(root, name string, to any) error {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (s symbols) of(scene, lang string) []symbolText {
	var list []symbolText
	for _, x := range s[scene] {
		text := x.EN
		if lang == "zh" {
			text = x.ZH
		}
		list = append(list, symbolText{x.Symbol, text})
	}
	return list
}
