// Stands in every document before its own scripts. In that of an Ebitengine
// program it measures, on the document's own clock, when a frame was done: the
// first in which the program drew, or for a stage the first that showed a
// setting. It tells the parent.
(() => {
  if (self === top) return;
  const isStage = location.pathname.startsWith("/stage/");
  let done = 0; // frames told
  let asked = 0; // when the last message came
  let spent = 0; // ms in taking it
  let began = 0; // when the last callback of a frame did

  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (run) =>
    request.call(window, (now) => {
      began = performance.now();
      run(now);
    });

  // tell measures when the thread has done what it is at. Most often that is the
  // callback of a frame; Go may also go on in a timer of its own.
  const tell = () =>
    queueMicrotask(() => {
      const end = performance.now();
      const first = done++ === 0;
      parent.postMessage({ is: "marks", first, at: end, work: spent + end - Math.max(began, asked), waited: end - asked }, "*");
    });

  if (!isStage) {
    const draw = WebGL2RenderingContext.prototype.drawElements;
    let drew = false;
    WebGL2RenderingContext.prototype.drawElements = function (...all) {
      if (!drew) tell();
      drew = true;
      return draw.apply(this, all);
    };
    return;
  }
  addEventListener("message", () => {
    asked = performance.now();
    spent = 0;
  });
  const define = Object.defineProperty;
  Object.defineProperty = (object, key, descriptor) => {
    if (key === "inflightStage") {
      const bridge = descriptor.value;
      const send = bridge.send;
      bridge.send = (json) => {
        send(json);
        if (json.startsWith('{"is":"frame"')) tell();
      };
      const receive = Object.getOwnPropertyDescriptor(bridge, "receive");
      define(bridge, "receive", {
        get: receive.get,
        set: (f) =>
          receive.set.call(bridge, (json) => {
            const began = performance.now();
            f(json);
            spent += performance.now() - began;
          }),
      });
    }
    return define(object, key, descriptor);
  };
})();
