// Measured lays a trace that the reader brings under the predicted lanes: on the
// axis, the zoom and the clock of the scene, with a table beside. A worker reads
// it; nothing leaves the browser.

import { make, part, put } from "./dom";
import type { FromReader, Show, Shown, ToReader } from "./measured-protocol";
import { pictureOf } from "./picture";
import type { Session } from "./session";
import { td, th } from "./tables";
import { fill } from "./text";

const settle = 60; // milliseconds until a change of setting or zoom is drawn

const forFile = -1; // the number of a request for a file

export class Measured {
  #root: HTMLElement;
  #worker: Worker | null = null;
  #asked = 0; // the last request, whose answer counts
  #read = false; // the worker has a trace
  #shown: Shown | null = null;
  #step = -1;
  #timer = 0;
  #file: (svg: string) => void = () => {}; // waits for lanes for a file
  #drags = 0; // elements that a dragged file is over

  // of makes one for a scene that traces can be laid under.
  static of(session: Session): Measured | null {
    return part(session.root, "measured") ? new Measured(session) : null;
  }

  private constructor(private session: Session) {
    this.#root = session.root;
    this.#input?.addEventListener("change", () => {
      const files = [...(this.#input?.files ?? [])];
      if (this.#input) this.#input.value = ""; // so that the same file can be chosen again
      if (files.length > 0) this.read(files);
    });
    part(this.#root, "measured-step")?.addEventListener("change", (e) => {
      this.#step = Number((e.target as HTMLSelectElement).value);
      this.#show();
    });
    this.#drops();
    this.#root.addEventListener("scene-change", () => this.#soon());
    this.#root.addEventListener("scene-time", () => this.#follow());
    new ResizeObserver(() => this.#soon()).observe(session.picture.box);
  }

  get #input(): HTMLInputElement | null {
    return part<HTMLInputElement>(this.#root, "measured-file");
  }

  // choose opens the browser's own choice of files.
  choose(): void {
    if (!this.#able()) return;
    this.#input?.click();
  }

  // #able says that this page may run a worker: a sandboxed one may not.
  #able(): boolean {
    if (self.origin !== "null" && typeof Worker === "function") return true;
    this.#fail(this.session.texts["measured.sandbox"] ?? "");
    return false;
  }

  // Files that are dropped on the scene. Of what else is dragged there nothing is
  // taken.

  #drops(): void {
    const files = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
    const over = (by: number) => {
      this.#drags = Math.max(0, this.#drags + by);
      this.#root.toggleAttribute("data-dropping", this.#drags > 0);
    };
    this.#root.addEventListener("dragenter", (e) => files(e) && over(1));
    this.#root.addEventListener("dragleave", (e) => files(e) && over(-1));
    this.#root.addEventListener("dragover", (e) => {
      if (!files(e)) return;
      e.preventDefault();
      if (e.dataTransfer) e.dataTransfer.dropEffect = "copy";
    });
    this.#root.addEventListener("drop", (e) => {
      if (!files(e)) return;
      e.preventDefault();
      over(-this.#drags);
      const dropped = [...(e.dataTransfer?.files ?? [])];
      if (dropped.length > 0 && this.#able()) this.read(dropped);
    });
  }

  // read reads files in place of what was there.
  read(files: File[]): void {
    this.remove();
    this.#open();
    this.#busy(this.session.texts["measured.reading"] ?? "", 0);
    this.#tell({ do: "read", n: ++this.#asked, lang: this.session.panel.lang, files });
  }

  // end gives up what is being read, or shown, and the focus to the menu.
  end(): void {
    const inside = part(this.#root, "measured")?.contains(document.activeElement);
    this.remove();
    if (inside) part(this.#root, "menu")?.focus();
  }

  remove(): void {
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#timer);
    this.#read = false;
    this.#shown = null;
    this.#step = -1;
    this.session.lengthen(0);
    this.#hide("measured", true);
    this.#hide("measured-numbers", true);
    this.#hide("measured-error", true);
    part(this.#root, "measured-svg")?.replaceChildren();
  }

  #open(): void {
    this.#hide("measured", false);
    for (const name of ["measured-head", "measured-lanes"]) this.#hide(name, true);
  }

  #tell(message: ToReader): void {
    if (!this.#worker) {
      const { reader, readerWasm } = this.#root.dataset;
      this.#worker = new Worker(reader ?? "");
      this.#worker.onmessage = (e: MessageEvent<FromReader>) => this.#hear(e.data);
      this.#worker.onerror = (e) => this.#gone(e.message);
      this.#worker.postMessage({ do: "start", wasm: new URL(readerWasm ?? "", location.href).href });
    }
    this.#worker.postMessage(message);
  }

  #hear(m: FromReader): void {
    if (m.is === "gone") return this.#gone(m.text);
    if (m.n === forFile) return this.#file(m.is === "shown" ? m.svg : "");
    if (m.n !== this.#asked) return;
    switch (m.is) {
      case "progress":
        return this.#busy(m.text, m.share);
      case "read":
        this.#read = true;
        return this.#show();
      case "failed":
        return this.#fail(m.text);
      case "shown":
        return this.#display(m);
    }
  }

  #gone(text: string): void {
    this.#read = false;
    this.#fail(fill(this.session.texts["measured.fail"], text));
  }

  // #fail says why nothing is shown. What was there before is gone.
  #fail(text: string): void {
    if (!this.#read) this.remove();
    this.#hide("measured", false);
    this.#hide("measured-busy", true);
    for (const name of ["measured-head", "measured-lanes"]) this.#hide(name, !this.#shown);
    this.#hide("measured-error", false);
    put(part(this.#root, "measured-error-text"), text);
  }

  #busy(text: string, share: number): void {
    this.#hide("measured-busy", false);
    this.#hide("measured-error", true);
    const bar = part<HTMLProgressElement>(this.#root, "measured-progress");
    if (bar) bar.value = share;
    put(part(this.#root, "measured-status"), text);
  }

  // #soon shows it again once the hand is still.
  #soon(): void {
    if (!this.#read) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#show(), settle);
  }

  #show(): void {
    if (this.#read) this.#tell(this.#question(++this.#asked));
  }

  #question(n: number): Show {
    const { session } = this;
    const { scene, lang } = session.panel;
    const { portrait } = session.picture;
    const { from, to } = session.playback.window;
    return {
      do: "show", n, lang, scene, knobs: session.knobs.fromDefault(), step: this.#step,
      portrait, scale: this.#scale, from, to, theme: "", prefix: `${this.#root.id}-measured-`,
    };
  }

  // under puts the lanes under a picture of the scene, both as files of their own.
  async under(picture: string, theme: "light" | "dark"): Promise<string> {
    return this.#shown ? stacked(picture, await this.#alone(theme)) : picture;
  }

  // underPixels puts the lanes under a picture of pixels, by its address.
  async underPixels(picture: string, theme: "light" | "dark"): Promise<string> {
    return this.#shown ? drawnUnder(picture, await this.#alone(theme)) : picture;
  }

  // #alone is the lanes as a file of their own.
  #alone(theme: "light" | "dark"): Promise<string> {
    return new Promise((resolve) => {
      this.#file = resolve;
      this.#tell({ ...this.#question(forFile), scale: 1, theme });
    });
  }

  // #scale is how large the scene's picture is drawn.
  get #scale(): number {
    const { box, portrait } = this.session.picture;
    const [width, height] = portrait ? [900, 1200] : [1600, 900];
    return Math.min(box.clientWidth / width, box.clientHeight / height) || 1;
  }

  #display(m: Shown): void {
    const first = !this.#shown;
    this.#shown = m;
    const { end } = m.axis;
    this.#hide("measured-busy", true);
    this.#hide("measured-error", true);
    for (const name of ["measured-head", "measured-lanes", "measured-numbers"]) this.#hide(name, false);
    this.#lanes(m);
    this.#words(m);
    this.session.lengthen(end);
    // On a longer axis the window is another one, and has to be drawn so.
    const window = this.session.playback.window;
    if (window.from !== m.axis.from || Math.abs(window.to - m.axis.to) > 1e-9 * window.to) this.#soon();
    if (first) part(this.#root, "measured-remove")?.focus({ preventScroll: true });
  }

  #lanes(m: Shown): void {
    const image = pictureOf(m.svg);
    const frame = part(this.#root, "measured-svg");
    if (!frame || !image) return;
    frame.style.width = `${m.axis.width * this.#scale}px`;
    frame.replaceChildren(document.adoptNode(image));
    this.#follow();
  }

  // #follow puts the line of the present where the scene has it.
  #follow(): void {
    const line = part(this.#root, "measured-now");
    const frame = part(this.#root, "measured-svg");
    if (!this.#shown || !line || !frame) return;
    const { x, w, width, from, to } = this.#shown.axis;
    const { t } = this.session.playback.position;
    const shift = (frame.parentElement?.clientWidth ?? 0) / 2 - frame.offsetWidth / 2;
    line.hidden = t < from || t > to;
    line.style.left = `${shift + ((x + (w * (t - from)) / (to - from)) / width) * frame.offsetWidth}px`;
  }

  #words(m: Shown): void {
    const { report } = m;
    put(part(this.#root, "measured-what"), report.what);
    const choice = part<HTMLSelectElement>(this.#root, "measured-step");
    if (choice) {
      choice.replaceChildren(...report.steps.map((s) => make("option", { value: String(s.number) }, s.label)));
      choice.value = String(report.step);
      choice.hidden = report.steps.length < 2;
    }
    const rows = report.rows.map((r) =>
      make("tr", { "data-row": r.id }, th(r.label), ...[r.measured, r.predicted, r.ratio].map((text) => td("scene-number", text))),
    );
    part(this.#root, "measured-rows")?.replaceChildren(...rows);
    part(this.#root, "measured-notes")?.replaceChildren(...report.notes.map((n) => make("li", {}, n)));
  }

  #hide(name: string, hidden: boolean): void {
    const e = part(this.#root, name);
    if (e) e.hidden = hidden;
  }
}

// drawnUnder is a picture of pixels with another one under it, as wide, in one
// image. What is no image is left out.
async function drawnUnder(above: string, below: string): Promise<string> {
  const lanes = pictureOf(below);
  const context = document.createElement("canvas").getContext("2d");
  if (!lanes || !context) return above;
  const upper = await loaded(above);
  const { width, height } = lanes.viewBox.baseVal;
  const size = { width: upper.naturalWidth, height: Math.round((upper.naturalWidth * height) / width) };
  for (const [name, value] of Object.entries(size)) lanes.setAttribute(name, String(value));
  const lower = await loaded(`data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(lanes))}`);
  context.canvas.width = size.width;
  context.canvas.height = upper.naturalHeight + size.height;
  context.drawImage(upper, 0, 0);
  context.drawImage(lower, 0, upper.naturalHeight);
  return context.canvas.toDataURL("image/png");
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

// stacked is a picture with another one under it, in one image. What is no image
// is left out.
function stacked(above: string, below: string): string {
  const first = pictureOf(above), second = pictureOf(below);
  if (!first || !second) return above;
  const { width, height } = first.viewBox.baseVal;
  const lower = second.viewBox.baseVal.height;
  const whole = document.implementation.createDocument("http://www.w3.org/2000/svg", "svg").documentElement;
  whole.setAttribute("viewBox", `0 0 ${width} ${height + lower}`);
  for (const [image, y, h] of [[first, 0, height], [second, height, lower]] as const) {
    for (const [name, value] of Object.entries({ x: 0, y, width, height: h })) image.setAttribute(name, String(value));
    whole.append(image);
  }
  return new XMLSerializer().serializeToString(whole);
}
