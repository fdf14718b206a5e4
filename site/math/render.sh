#!/usr/bin/env bash
# Writes the MathML of every formula in content/ to site/math/formulas.json.
# Needs Node and npm; run it from the repository's root ("make math").
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -d "$here/node_modules/temml" ]; then
  (cd "$here" && npm install --silent --no-package-lock --no-audit --no-fund)
fi
"${GO:-go}" run ./site/math/list | node "$here/render.mjs" > "$here/formulas.json.new"
mv "$here/formulas.json.new" "$here/formulas.json"
