#!/usr/bin/env bash
# Runs the tests that this machine can run. With CI=true it must be able to run all.
# Those of whole pages come last and alone: a browser shares the processors badly.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

bash tools/setup.sh

missing=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=("a browser (chromium)")
command -v xvfb-run >/dev/null || [ -n "${DISPLAY:-}" ] || missing+=("a display (xvfb)")
for h in GL/gl.h X11/extensions/Xrandr.h X11/Xcursor/Xcursor.h; do
	echo "#include <$h>" | cc -E -x c - >/dev/null 2>&1 || missing+=("the header $h")
done

if ((${#missing[@]})); then
	printf 'test: this machine lacks %s\n' "${missing[@]}"
	if [ "${CI:-}" = true ]; then
		echo "test: all tests must run here"
		exit 1
	fi
	echo "test: the tests of browser and window are left out"
	exec "$go" test ./...
fi

run=()
[ -n "${DISPLAY:-}" ] || run=(xvfb-run -a -s "-screen 0 1600x1000x24")
"${run[@]}" "$go" test -tags desktop ./... || exit

# A browser that shares its processors may miss a moment: what fails here is run
# once more, alone, and has failed if it fails again.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$go" test -timeout 40m -tags browser ./tests/browser/... 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
failed=$(sed -n 's/^--- FAIL: \([A-Za-z0-9_]*\) .*/\1/p' "$log" | sort -u | paste -sd '|')
if [ "$status" = 0 ] || [ -z "$failed" ]; then
	exit "$status"
fi
echo "test: once more, alone: $failed"
"$go" test -count=1 -timeout 20m -tags browser -run "^($failed)\$" ./tests/browser/...
