// Package zip stands in for archive/zip in the stage: it packs nothing, and says
// so.
package zip

import (
	"errors"
	"io"
)

// Writer is an archive that takes no files.
type Writer struct{}

// NewWriter makes an archive that stays empty.
func NewWriter(io.Writer) *Writer { return &Writer{} }

// Create fails.
func (*Writer) Create(string) (io.Writer, error) { return nil, errors.ErrUnsupported }

// Close does nothing.
func (*Writer) Close() error { return nil }
