// Runs Lighthouse on pages of a published site, as a phone would load them, and
// prints its four scores for each, of five runs the one in the middle by performance:
// one run's time moves with what else the machine does.
//
//	npm install --prefix DIR lighthouse@12      once, in a folder outside the repository
//	go run ./tools/inflight build -out SITE -origin https://example.org
//	node tests/browser/lighthouse.mjs DIR SITE [PAGE…]
//
// It serves the folder as a static host does: compressed, with the headers of
// _headers. Exit status 1 says that a score is below 95.

import { readFileSync, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";

const [tools, site, ...rest] = process.argv.slice(2);
const pages = rest.length > 0 ? rest : ["en/", "zh/", "en/fsdp/", "zh/fsdp/", "en/calculator/", "zh/calculator/"];
const least = 95;
const runs = 5;

const kinds = {
  ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png",
  ".woff2": "font/woff2", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8",
};

// rules are those of _headers: a path, or the beginning of paths before a *.
const rules = readFileSync(join(site, "_headers"), "utf8").split("\n\n").map((block) => {
  const [path, ...lines] = block.trim().split("\n");
  return { path, headers: lines.map((l) => l.trim().split(/: (.*)/s)) };
});

function serve(request, response) {
  const { pathname } = new URL(request.url, "http://host");
  const file = join(site, pathname.endsWith("/") ? pathname + "index.html" : pathname);
  if (!file.startsWith(join(site, "/")) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404, { "Content-Type": kinds[".html"] });
    response.end(readFileSync(join(site, "404.html")));
    return;
  }
  for (const { path, headers } of rules) {
    if (path.endsWith("*") ? pathname.startsWith(path.slice(0, -1)) : pathname === path) {
      for (const [name, value] of headers) response.setHeader(name, value);
    }
  }
  response.setHeader("Content-Type", kinds[extname(file)] ?? "application/octet-stream");
  const packed = existsSync(file + ".br") && /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
  if (packed) response.setHeader("Content-Encoding", "br");
  response.setHeader("Vary", "Accept-Encoding");
  response.end(readFileSync(packed ? file + ".br" : file));
}

const from = createRequire(join(resolve(tools), "x.js"));
const load = (name) => import(pathToFileURL(from.resolve(name)));
const { default: lighthouse } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

const host = createServer(serve);
await new Promise((done) => host.listen(0, "127.0.0.1", done));
const chrome = await launch({
  chromePath: process.env.CHROME ?? execFileSync("which", ["chromium"]).toString().trim(),
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
let low = false;
for (const page of pages) {
  const reports = [];
  for (let run = 0; run < runs; run++) {
    reports.push((await lighthouse(`http://127.0.0.1:${host.address().port}/${page}`, { port: chrome.port, output: "json", logLevel: "error" })).lhr);
  }
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const lhr = reports[(runs - 1) / 2];
  const scores = Object.values(lhr.categories).map((c) => [c.id, Math.round(c.score * 100)]);
  const all = reports.map((r) => Math.round(r.categories.performance.score * 100)).join(" ");
  const speed = reports.map((r) => Math.round(r.environment.benchmarkIndex)).join(" ");
  console.log(page.padEnd(18), scores.map(([id, score]) => `${id} ${score}`).join("   "), `  (performance ${all}, machine ${speed})`);
  low ||= scores.some(([, score]) => !(score >= least));
  for (const category of Object.values(lhr.categories)) {
    for (const { id, weight } of category.auditRefs) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit.score !== null && audit.score < 0.9) console.log(`    ${audit.id}: ${audit.displayValue ?? audit.title}`);
    }
  }
}
await chrome.kill();
host.close();
process.exitCode = low ? 1 : 0;
