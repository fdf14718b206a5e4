// Notes, in the stage, each message and each draw with the frame in which it
// happened, and in the page what is shown in each frame.

const notes = (window.notes = []);
let frame = 0;
const note = (what, told = {}) => notes.push({ Frame: frame, What: what, Told: told });

// The bridge between the stage's script and Go is defined before Go starts.
const define = Object.defineProperty;
Object.defineProperty = (object, key, descriptor) => {
  if (key === "inflightStage") {
    const send = descriptor.value.send;
    descriptor.value.send = (json) => {
      const told = JSON.parse(json);
      note(told.is, { ...told, moment: told.moment ?? told });
      send(json);
    };
  }
  return define(object, key, descriptor);
};
const requestFrame = requestAnimationFrame;
window.requestAnimationFrame = (run) =>
  requestFrame((now) => {
    frame++;
    run(now);
  });
const draw = WebGL2RenderingContext.prototype.drawElements;
WebGL2RenderingContext.prototype.drawElements = function (...all) {
  note("draw");
  return draw.apply(this, all);
};

const looks = [];
let films = [];
if (self === top) {
  addEventListener("message", (e) => e.data?.is === "film" && films.push(e.data.rev), true);
  const look = () => {
    const scene = document.querySelector("inflight-scene");
    if (document.readyState === "complete") {
      const text = (part) => scene.querySelector(`[data-part=${part}]`).textContent;
      looks.push({
        Films: films.length,
        Now: text("now"),
        End: text("end"),
        Share: Number(scene.querySelector("[data-part=scrub]").value) / 10000,
        Metrics: [...scene.querySelectorAll("[data-part=metrics] td")].map((e) => e.textContent),
        Caption: text("caption"),
      });
    }
    requestFrame(look);
  };
  requestFrame(look);
}
