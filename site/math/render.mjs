// Reads a JSON list of formulas ("$x$" in a line, "$$x$$" on its own), writes
// JSON of their MathML. Pages have a strict content security policy, so a style
// that Temml writes into an attribute becomes a class of site.css, and one that
// is not known here is an error.
import { readFileSync } from "node:fs";
import temml from "temml";

const classes = new Map([
  ["padding-left:0em;padding-right:0em;", "tml-pad-0"],
  ["padding-left:1em;padding-right:0em;", "tml-pad-1"],
  ["padding-left:2em;padding-right:0em;", "tml-pad-2"],
  ["padding-left:0.5em;padding-right:0.5em;", "tml-pad-half"],
  ["padding-left:5.9776pt;padding-right:0em;", "tml-pad-half"],
  ["padding-left:0em;padding-right:5.9776pt;", "tml-pad-half"],
  ["padding-left:5.9776pt;padding-right:5.9776pt;", "tml-pad-half"],
  ["math-depth:0;", "tml-depth-0"],
  ["display:block math;", "tml-block"],
]);

function withoutStyles(mathML, key) {
  return mathML.replace(/<[a-z]+[^>]*>/g, (tag) => {
    const style = / style="([^"]*)"/.exec(tag);
    if (!style) return tag;
    const name = classes.get(style[1]);
    if (!name) throw new Error(`${key}: Temml writes style="${style[1]}", which has no class in render.mjs`);
    const bare = tag.replace(style[0], "");
    return / class="/.test(bare)
      ? bare.replace(/ class="/, ` class="${name} `)
      : bare.replace(/^<[a-z]+/, (open) => `${open} class="${name}"`);
  });
}

const out = {};
let wrong = 0;
for (const key of JSON.parse(readFileSync(0, "utf8"))) {
  const displayMode = key.startsWith("$$");
  const tex = displayMode ? key.slice(2, -2) : key.slice(1, -1);
  try {
    out[key] = withoutStyles(temml.renderToString(tex, { displayMode, throwOnError: true }), key);
  } catch (err) {
    console.error(`${key}: ${err.message}`);
    wrong++;
  }
}
if (wrong > 0) process.exit(1);
process.stdout.write(JSON.stringify(out, null, 1) + "\n");
