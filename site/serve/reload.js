// Reloads the page when the site has been rebuilt, and shows what is wrong with
// a build that failed. Only the local server has this script.
(() => {
  let build;
  let banner;
  const events = new EventSource("/-/events");
  events.onmessage = (e) => {
    const news = JSON.parse(e.data);
    build ??= news.build;
    if (news.build !== build) location.reload();
    else show(news.build === 0 ? "" : news.wrong); // the page itself says it
  };
  addEventListener("pagehide", () => events.close());

  function show(wrong) {
    banner?.remove();
    if (!wrong) return;
    banner = document.createElement("pre");
    banner.setAttribute("role", "alert");
    banner.textContent = `The build failed; this is the last good site.\n\n${wrong}`;
    Object.assign(banner.style, {
      position: "fixed", inset: "auto 0 0 0", zIndex: 1000, margin: 0, padding: "1rem 1.5rem", maxHeight: "50vh",
      overflow: "auto", whiteSpace: "pre-wrap", background: "#7a1710", color: "#fff",
      font: "14px/1.5 ui-monospace, Menlo, Consolas, monospace",
    });
    document.body.append(banner);
  }
})();
