// Stands in every page and runs before the first paint: the theme that the
// reader chose here, or that the address of an embedded scene wants.
try {
  const wanted = new URLSearchParams(location.search).get("theme");
  const theme = wanted ?? localStorage.getItem("inflight-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // In a sandbox storage throws; the system's theme stands.
}
