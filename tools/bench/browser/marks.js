// Stands in every document before its own scripts. In that of an Ebitengine
// program it measures, on the document's own clock, when a frame was done: the
// first in which the program drew, or for a stage the first that showed a
// setting. It tells the parent.
(() => {
  if (self === top) return;
  const isStage = location.pathname.startsWith("/stage/");
  let done = 0; // frames told
  let due = false; // this frame is to be told
  let asked = 0; // when the last message came
  let spent = 0; // ms in taking it

  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (run) =>
    request.call(window, (now) => {
      const began = performance.now();
      run(now);
      if (!due) return;
      due = false;
      const end = performance.now();
      const first = done++ === 0;
      parent.postMessage({ is: "marks", first, at: end, work: spent + end - began, waited: end - asked }, "*");
    });

  if (!isStage) {
    const draw = WebGL2RenderingContext.prototype.drawElements;
    WebGL2RenderingContext.prototype.drawElements = function (...all) {
      due ||= done === 0;
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
        due ||= json.startsWith('{"is":"frame"');
        send(json);
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
