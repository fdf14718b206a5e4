// Stands in every page and runs before the first paint. A page that does not open at
// its top is laid out whole at once, so that its places are where they will be.
const opened = performance.getEntriesByType("navigation")[0];
const whole = () => document.documentElement.classList.add("whole");
if (location.hash || (opened && opened.type !== "navigate")) whole();
// Elsewhere page.js has it laid out piece by piece; should it not come, this does.
else setTimeout(() => "laid" in document.documentElement.dataset || whole(), 5000);
// The theme that the reader chose here, or that the address of an embedded scene wants.
try {
  const wanted = new URLSearchParams(location.search).get("theme");
  const theme = wanted ?? localStorage.getItem("inflight-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // In a sandbox storage throws; the system's theme stands.
}
