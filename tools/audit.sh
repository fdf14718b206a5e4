#!/usr/bin/env bash
# Asks the databases of known weaknesses about what the site is built with: Go's for
# the Go modules, npm's for what development takes from npm. Ends with status 1 if
# there is one, and with 3 if a database could not be asked: nobody then knows.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} limit=${AUDIT_SECONDS:-240} worst=0

# verdict WHAT STATUS FOUND LOG: what came of a question
verdict() {
	case $2 in
	0) echo "audit: $1: nothing known against it" ;;
	"$3")
		echo "audit: $1: WEAKNESSES ARE KNOWN"
		cat "$4"
		worst=1
		;;
	*)
		echo "audit: $1: NOT CHECKED: $(grep -m 1 -iE 'fetch|405|error|ENOTFOUND|no such host' "$4" || echo "no answer in $limit s")"
		[ "$worst" = 1 ] || worst=3
		;;
	esac
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# 3 is govulncheck's own status for a weakness in what is called.
CGO_ENABLED=0 timeout "$limit" "$go" run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./... >"$dir/go" 2>&1 </dev/null
status=$?
if [ "$status" = 1 ] && grep -q '^exit status 3$' "$dir/go"; then # go run has no other than 1
	status=3
fi
verdict "Go modules" "$status" 3 "$dir/go"

if command -v npm >/dev/null; then
	temml=$(sed -n 's/.*"temml": *\("[^"]*"\).*/\1/p' site/math/package.json)
	axe=$(sed -n 's/.*npm install .*axe-core@\([0-9.]*\).*/"\1"/p' tools/setup.sh)
	echo "{\"private\": true, \"devDependencies\": {\"temml\": ${temml:?}, \"axe-core\": ${axe:?}}}" >"$dir/package.json"
	(cd "$dir" && timeout "$limit" npm install --package-lock-only --ignore-scripts --no-audit --no-fund && timeout "$limit" npm audit) >"$dir/npm" 2>&1 </dev/null
	status=$?
	if [ "$status" = 1 ] && ! grep -qE '[0-9]+ .*vulnerabilit(y|ies)' "$dir/npm"; then
		status=2 # npm has 1 for every failure
	fi
	verdict "npm packages of development" "$status" 1 "$dir/npm"
else
	echo "audit: npm packages of development: NOT CHECKED: npm is not on this machine"
	[ "$worst" = 1 ] || worst=3
fi
exit "$worst"
