// Package zlib stands in for compress/zlib in the stage: it compresses nothing,
// and says so.
package zlib

import (
	"errors"
	"io"
)

// The levels of compression, with the values of the package it stands for.
const (
	NoCompression      = 0
	BestSpeed          = 1
	BestCompression    = 9
	DefaultCompression = -1
)

// Writer takes no bytes.
type Writer struct{}

// NewReader fails.
func NewReader(io.Reader) (io.ReadCloser, error) { return nil, errors.ErrUnsupported }

// NewWriterLevel fails.
func NewWriterLevel(io.Writer, int) (*Writer, error) { return nil, errors.ErrUnsupported }

// Write fails.
func (*Writer) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Close does nothing.
func (*Writer) Close() error { return nil }

// Reset does nothing.
func (*Writer) Reset(io.Writer) {}
