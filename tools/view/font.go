//go:build js || desktop

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"inflight/scenes/draw/outline"
)

// fontFolders are where the system keeps fonts.
func fontFolders() []string {
	home, _ := os.UserHomeDir()
	switch runtime.GOOS {
	case "windows":
		return []string{filepath.Join(os.Getenv("WINDIR"), "Fonts")}
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library/Fonts")}
	default:
		return []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts")}
	}
}

// chineseNames are parts of the names of files with simplified Chinese, the
// best first.
var chineseNames = []string{
	"notosanscjk-regular", "notosanscjksc-regular", "notosanssc", "sourcehansanssc-regular", "sourcehansans-regular",
	"pingfang", "hiragino sans gb", "stheiti light", "msyh", "wqy-microhei", "wqy-zenhei", "droidsansfallback", "arphic", "simhei",
}

// chineseFont is the first font of the system that has Chinese characters, nil
// when there is none.
func chineseFont(folders []string) *sfnt.Font {
	files := make([]string, len(chineseNames))
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return nil // a folder that cannot be read has no font for us
			}
			name := strings.ToLower(e.Name())
			for i, part := range chineseNames {
				if files[i] == "" && strings.HasPrefix(name, part) {
					files[i] = path
				}
			}
			return nil
		})
	}
	for _, file := range files {
		if f := readFont(file); f != nil {
			return f
		}
	}
	return nil
}

// readFont reads a font file, or of a collection the font for simplified
// Chinese. It is nil when the file has no Chinese or is none that can be read.
func readFont(file string) *sfnt.Font {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	collection, err := sfnt.ParseCollection(data)
	if err != nil {
		return nil
	}
	var found *sfnt.Font
	var buffer sfnt.Buffer
	for i := range collection.NumFonts() {
		f, err := collection.Font(i)
		if err != nil {
			continue
		}
		if at, err := f.GlyphIndex(&buffer, '时'); err != nil || at == 0 {
			continue
		}
		name, _ := f.Name(&buffer, sfnt.NameIDFull)
		if found == nil || strings.Contains(name, " SC") {
			found = f
		}
		if strings.Contains(name, " SC") {
			break
		}
	}
	return found
}

// systemFont is a font file as the stage takes it.
type systemFont struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
}

// UnitsPerEm is the size of the font in its units.
func (f *systemFont) UnitsPerEm() int { return int(f.font.UnitsPerEm()) }

var ops = [...]outline.Op{
	sfnt.SegmentOpMoveTo: outline.Move, sfnt.SegmentOpLineTo: outline.Line,
	sfnt.SegmentOpQuadTo: outline.Quad, sfnt.SegmentOpCubeTo: outline.Cube,
}

// Glyph reads a character.
func (f *systemFont) Glyph(to []outline.Segment, r rune) (glyph []outline.Segment, advance int, ok bool) {
	at, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil || at == 0 {
		return to, 0, false
	}
	em := fixed.Int26_6(f.font.UnitsPerEm()) // so that what comes is in units
	width, err := f.font.GlyphAdvance(&f.buffer, at, em, font.HintingNone)
	if err != nil {
		return to, 0, false
	}
	segments, err := f.font.LoadGlyph(&f.buffer, at, em, nil)
	if err != nil {
		return to, 0, false
	}
	for _, s := range segments {
		w := outline.Segment{Op: ops[s.Op]}
		for i, a := range s.Args {
			w.Points[i] = outline.Point{X: int(a.X), Y: int(a.Y)}
		}
		to = append(to, w)
	}
	return to, int(width), true
}
