package pipeline

import "inflight/scenes"

var presets []scenes.Preset
