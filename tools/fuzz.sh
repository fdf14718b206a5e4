#!/usr/bin/env bash
# Lets Go's fuzzer look for inputs that break something: FUZZTIME on each target,
# one after the other, those of FUZZ (a regular expression) alone if it is set. What
# it finds is kept in the testdata/fuzz of the package, and every later go test
# tries it: commit it with what mends it.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} each=${FUZZTIME:-30s} only=${FUZZ:-.} failed=0

run=()
[ -n "${DISPLAY:-}" ] || ! command -v xvfb-run >/dev/null || run=(xvfb-run -a)

# To make inputs shorter that are merely new would take most of the time.
while read -r file name; do
	package=./$(dirname "$file") tags=() window=()
	if grep -q '^//go:build.*desktop' "$file"; then # needs a display
		tags=(-tags desktop) window=("${run[@]}")
	fi
	test=("${window[@]}" "$go" test "${tags[@]}")
	log=$("${test[@]}" -run '^$' -fuzz "^$name\$" -fuzztime "$each" -fuzzminimizetime 0 -parallel "${PARALLEL:-2}" "$package" 2>&1)
	status=$?
	said=$(sed -n 's/^fuzz: elapsed: \([^,]*\), execs: \([0-9]*\) .*new interesting: \([0-9]*\) .*/\2 executions in \1, \3 new paths/p' <<<"$log" | tail -n 1)
	input=$(sed -n 's/^ *Failing input written to //p' <<<"$log")
	if [ "$status" = 0 ]; then
		:
	elif [ -z "$input" ] && grep -q '^ *context deadline exceeded$' <<<"$log"; then
		status=0 # the fuzzer took the end of its own time for a failure
	elif grep -q 'hung or terminated' <<<"$log" && "${test[@]}" -count=1 -timeout 20s -run "^$name\$/^${input##*/}\$" "$package" >/dev/null 2>&1; then
		# The fuzzer kills what takes ten seconds, which a second may on a busy machine.
		rm "$package/$input"
		status=0 said="${said:-no execution}, then ended by an input that is slow here"
	fi
	printf '%-28s %-18s %s\n' "$package" "$name" "${said:-no execution}"
	if [ "$status" != 0 ]; then
		failed=1
		grep -v '^fuzz: elapsed' <<<"$log" | tail -n 40
	fi
done < <(git ls-files -co --exclude-standard '*_test.go' | xargs sed -s -n '/^func Fuzz/{s/^func \(Fuzz[A-Za-z]*\).*/\1/;F;p}' | paste -d' ' - - | grep -E "$only")
exit "$failed"
