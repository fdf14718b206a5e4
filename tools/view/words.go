//go:build js || desktop

package main

import (
	"strconv"

	"inflight/scenes"
	"inflight/wasm/stage"
)

// words are the labels of the window in one language.
type words struct {
	lang                             string
	presets, scenes, engine, formula string
	keys                             [][2]string // what a key does
}

func wordsOf(lang string) words {
	w := words{lang: lang}
	say := func(key string) string { return scenes.Say(key).Text(lang) }
	w.presets, w.engine, w.formula = say("ui.preset"), say("ui.engine"), say("ui.formula")
	if lang == "zh" {
		w.scenes = "场景"
		w.keys = [][2]string{{"Space", "播放"}, {"← →", "步"}, {"↑ ↓", "参数"}, {"Enter", "输入"}, {"P", "预设"}, {"S", "场景"}, {"F", "全屏"}, {"Q", "退出"}}
		return w
	}
	w.scenes = "Scenes"
	w.keys = [][2]string{{"Space", "play"}, {"← →", "step"}, {"↑ ↓", "knob"}, {"Enter", "type"}, {"P", "presets"}, {"S", "scenes"}, {"F", "full screen"}, {"Q", "leave"}}
	return w
}

func seekTo(seconds float64) stage.Command {
	return stage.Command{Do: "seek", At: strconv.FormatFloat(seconds, 'g', -1, 64)}
}
