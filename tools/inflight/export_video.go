package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"inflight/scenes/draw"
)

// encoders are ffmpeg's arguments for each kind of video.
var encoders = map[string][]string{
	"mp4":  {"-c:v", "libx264", "-preset", "medium", "-crf", "18", "-tune", "animation", "-movflags", "+faststart"},
	"webm": {"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "24", "-deadline", "good", "-cpu-used", "2", "-row-mt", "0"},
}

// video writes a film through ffmpeg.
func video(format string) func(io.Writer, *shot, *progress) error {
	return func(w io.Writer, s *shot, bar *progress) error {
		ffmpeg, err := exec.LookPath("ffmpeg")
		if err != nil {
			return fmt.Errorf("%s: needs ffmpeg, which is not installed here; gif and apng need nothing", format)
		}
		dir, err := os.MkdirTemp("", "inflight-video")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		file := filepath.Join(dir, "film."+format) // it goes back to the beginning of it
		if err := s.encode(ffmpeg, format, file, bar); err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}
}

// encode pipes the frames to ffmpeg, one thread and nothing of the day or the
// machine in the file, so that it has the same bytes each time.
func (s *shot) encode(ffmpeg, format, file string, bar *progress) error {
	c := s.canvas()
	height := int(c.Height*float64(s.width)/c.Width + 0.5) // as package vector has it
	paper := strings.TrimPrefix(s.palette.RGB(draw.Paper).Hex(), "#")
	args := []string{"-hide_banner", "-nostdin", "-loglevel", "error",
		"-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", fmt.Sprintf("%dx%d", s.width, height),
		"-framerate", strconv.Itoa(s.reel.fps), "-i", "pipe:0",
		// Players want even sides, and the colours of television.
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x" + paper + ",scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
		"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-threads", "1",
	}
	args = append(append(args, encoders[format]...), "-y", file)
	cmd := exec.Command(ffmpeg, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("ffmpeg: %w", err)
	}
	var row []byte
	err = s.draw(bar, func(img *image.RGBA) error {
		row = row[:0]
		for i := 0; i < len(img.Pix); i += 4 {
			row = append(row, img.Pix[i:i+3]...)
		}
		_, err := in.Write(row)
		return err
	})
	in.Close()
	if ended := cmd.Wait(); ended != nil { // it says why, better than a broken pipe
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return errors.New("ffmpeg: " + lines[len(lines)-1] + " (" + ended.Error() + ")")
	}
	return err
}
