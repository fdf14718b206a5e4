package serve

import (
	"embed"
	"io/fs"
	"testing"

	"inflight/content"
)

func TestWhatIsCompiledInIsCompiledAnew(t *testing.T) {
	for _, files := range []embed.FS{content.Messages, content.Measured, content.Calculator} {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && changeOf("content/"+name) == shallow {
				t.Errorf("content/%s: want it to be compiled anew", name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"content/en/claims.md", "content/glossary.json", "content/zh/reference.json", "site/assets/site.css"} {
		if changeOf(name) != shallow {
			t.Errorf("%s: want it to be read again by a running program", name)
		}
	}
}
