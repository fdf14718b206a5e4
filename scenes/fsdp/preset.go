package fsdp

import "inflight/scenes"

var presets []scenes.Preset
