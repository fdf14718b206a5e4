// Package content holds the prose and strings of the site in each language.
// Only the strings are compiled in; the site reads the pages from disk.
package content

import "embed"

// Messages has a folder for each language with message catalogues in JSON:
// en/messages/common.json, zh/messages/collective.json, …
//
//go:embed en/messages/*.json zh/messages/*.json
var Messages embed.FS

// Measured has the texts for traces that readers bring, lang/measured.json. They
// are apart from Messages, which every download of the stage carries.
//
//go:embed en/measured.json zh/measured.json
var Measured embed.FS

// Calculator has the strings of the calculator, which no scene needs: a stage would
// carry them for nothing.
//
//go:embed en/calculator.json zh/calculator.json
var Calculator embed.FS
