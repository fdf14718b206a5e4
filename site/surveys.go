package site

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"inflight/scenes"
	"inflight/site/survey"
)

// efforts of surveys: of a site to be published, and of one that is worked on.
var (
	thorough = survey.Effort{Draws: 400, Probes: 2, Each: 100, Tasks: 2_000_000}
	quick    = survey.Effort{Draws: 40, Probes: 1, Each: 5, Tasks: 300_000}
)

// surveys holds the engine of every scene against its closed forms, once a
// build. What the same program found before is read from the cache folder.
func (b *builder) surveys() ([]survey.Survey, error) {
	if b.surveyed != nil {
		return b.surveyed, nil
	}
	var (
		list  = make([]survey.Survey, len(b.Scenes))
		fails = make([]error, len(b.Scenes))
		slots = make(chan struct{}, 2)
		group sync.WaitGroup
	)
	for i, e := range b.Scenes {
		slots <- struct{}{}
		group.Go(func() {
			list[i], fails[i] = b.survey(e)
			<-slots
		})
	}
	group.Wait()
	for _, err := range fails {
		if err != nil {
			return nil, err
		}
	}
	b.surveyed = list
	return list, nil
}

func (b *builder) survey(e *scenes.Entry) (survey.Survey, error) {
	effort, name := thorough, e.Name+".json"
	if b.Dev {
		effort, name = quick, e.Name+".quick.json"
	}
	program, err := programHash()
	if err != nil {
		return survey.Survey{}, err
	}
	file := filepath.Join(b.cache, "surveys", program, name)
	var s survey.Survey
	if text, ok := kept(file); ok && json.Unmarshal(text, &s) == nil {
		return s, nil
	}
	s = survey.Of(e, effort)
	text, err := json.Marshal(s)
	if err != nil {
		return s, err
	}
	return s, keep(file, text)
}

// programHash names the program that runs: scenes, engine and survey are in it.
var programHash = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)[:10])), nil
})
