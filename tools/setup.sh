#!/usr/bin/env bash
# Installs what the full tests need besides Go, on Debian: a browser, a display,
# the headers of the native window, an emulator of another processor, what reads or
# makes exported files. Says what is missing where it cannot. With CI=true something missing is a failure.
set -uo pipefail

packages=()
want() { # want TEST PACKAGE...: install the packages unless the test succeeds
	local test=$1
	shift
	eval "$test" >/dev/null 2>&1 || packages+=("$@")
}
header() { echo "#include <$1>" | "${CC:-cc}" -E -x c - ; }

want 'command -v cc' gcc libc6-dev
want 'command -v chromium || command -v google-chrome' chromium
want 'command -v xvfb-run' xvfb xauth
want 'header GL/gl.h' libgl1-mesa-dev
want 'header X11/extensions/Xrandr.h && header X11/Xcursor/Xcursor.h && header X11/extensions/Xinerama.h && header X11/extensions/XInput2.h && header X11/extensions/xf86vmode.h' xorg-dev
want 'ls /usr/lib/*/dri/swrast_dri.so' libgl1-mesa-dri
want 'command -v qemu-aarch64-static' qemu-user-static
want 'command -v ffmpeg && command -v ffprobe' ffmpeg
want 'command -v rsvg-convert' librsvg2-bin
want 'command -v pdftotext' poppler-utils
want 'command -v node' nodejs
want 'command -v npm' npm
want 'command -v java' default-jre-headless
want 'fc-list :lang=zh | grep -q .' fonts-noto-cjk fontconfig

if ((${#packages[@]})); then
	echo "setup: installing ${packages[*]}"
	if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
		export DEBIAN_FRONTEND=noninteractive
		{ apt-get update -q && apt-get install -y -q --no-install-recommends "${packages[@]}"; } >/tmp/inflight-setup.log 2>&1 </dev/null ||
			echo "setup: apt-get failed: $(tail -n 1 /tmp/inflight-setup.log)"
	else
		echo "setup: not installed (that needs Debian and root); install by hand: ${packages[*]}"
	fi
fi

# What the tests alone use of npm: axe-core, which looks for what keeps people out of
# a page, vnu, which looks for HTML that is none, and decks of slides that others make.
modules=${INFLIGHT_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/inflight-tools}
missing=false
for file in axe-core/axe.min.js vnu-jar/build/dist/vnu.jar reveal.js/dist/reveal.js @marp-team/marp-core/package.json; do
	[ -f "$modules/node_modules/$file" ] || missing=true
done
if $missing && command -v npm >/dev/null; then
	# All at once: npm removes what it is not told of.
	mkdir -p "$modules" && (cd "$modules" && npm install --no-save --silent --no-audit --no-fund axe-core@4 vnu-jar@26 reveal.js@6 @marp-team/marp-core@5 </dev/null >/dev/null 2>&1) ||
		echo "setup: packages of npm could not be installed"
fi
exit 0
