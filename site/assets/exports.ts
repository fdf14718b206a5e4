// Exports are the files that a scene's menu makes: a picture of the instant, and
// the film in numbers. The stage writes them, as the command line does. Films are
// left to the command line: what a browser records lasts as long as its frames
// take, and an encoder in the stage would be a longer download for everybody.

import { part, put } from "./dom";
import type { Measured } from "./measured";
import type { FileFormat } from "./protocol";
import type { Session } from "./session";
import { fill } from "./text";
import { theme } from "./theme";
import { query } from "./url";

const perfetto = "https://ui.perfetto.dev";
const answerSeconds = 60; // until a window that does not answer is given up
const pictureWidth = 1600; // pixels, at least, as far as the stage can
const lines = "text/plain;charset=utf-8";

export class Exports {
  constructor(
    private session: Session,
    private measured: Measured | null,
  ) {}

  // save makes a file and hands it to the browser.
  async save(format: string): Promise<void> {
    this.#say("export.busy");
    if (format === "png") {
      const image = await this.session.talk.snap(pictureWidth);
      const whole = image && ((await this.measured?.underPixels(image, theme())) ?? image);
      if (whole) this.#keep(`-${this.#instant}.png`, bytes(whole), "image/png");
      else this.#say("export.fail");
      return;
    }
    const text = await this.#file(format as FileFormat);
    if (text === null) return;
    if (format === "svg") {
      const whole = (await this.measured?.under(text, theme())) ?? text;
      this.#keep(`-${this.#instant}.svg`, whole, "image/svg+xml");
    }
    else if (format === "trace") this.#keep(".trace.json", text, "application/json");
    else this.#keep(`.${format}`, text, format === "json" ? "application/json" : lines);
  }

  // perfetto hands the trace over to a window of ui.perfetto.dev, which keeps it
  // within the browser. Where no window can be had the trace is saved: a browser
  // opens one only for some seconds after a press. The trace comes first, since a
  // stage behind another window draws nothing and answers nothing.
  async perfetto(): Promise<void> {
    this.#say("export.busy");
    const text = await this.#file("trace");
    if (text === null) return;
    const view = window.open(perfetto, "_blank");
    if (view) this.#say("export.perfetto");
    const title = this.session.panel.scene;
    if (view && (await handOver(view, text, title))) this.#say("export.perfetto.done");
    else this.#keep(".trace.json", text, "application/json", view ? "export.perfetto.silent" : "export.perfetto.blocked");
  }

  // command makes a film of what is shown on the command line.
  command(): string {
    const { knobs, panel } = this.session;
    const words = ["go", "run", "./tools/inflight", "export", panel.scene];
    for (const [key, text] of query(knobs.fromDefault(), knobs.beside(false), {})) {
      if (key === "compare") words.push("-compare", text);
      else if (key !== "v") words.push("-set", `${key}=${text}`);
    }
    if (theme() === "dark") words.push("-theme", "dark");
    if (this.session.picture.portrait) words.push("-portrait");
    words.push("-out", `${panel.scene}.gif`);
    return words.map(quoted).join(" ");
  }

  // #file is the text of a file, or null after saying why there is none.
  async #file(format: FileFormat): Promise<string | null> {
    const file = await this.session.talk.file(format);
    if (file?.text) return file.text;
    if (file) this.#say("export.large", file.tasks);
    else this.#say("export.fail");
    return null;
  }

  get #instant(): string {
    return this.session.playback.position.text.replace(/\s/g, "").replace("µ", "u");
  }

  #keep(end: string, content: BlobPart, type: string, sentence = "export.saved"): void {
    const name = this.session.panel.scene + end;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    // A sandbox may refuse to save, and does not say so.
    this.#say(self.origin === "null" && sentence === "export.saved" ? "export.sandbox" : sentence, name);
  }

  #say(key: string, ...values: (string | number)[]): void {
    put(part(this.session.root, "copied"), fill(this.session.texts[key], ...values));
  }
}

// handOver gives a trace to Perfetto as it documents it: its window is called
// until it answers, and then gets the bytes. It says whether it did.
function handOver(view: Window, text: string, title: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (done: boolean) => {
      clearInterval(calling);
      removeEventListener("message", hear);
      resolve(done);
    };
    const hear = (e: MessageEvent) => {
      if (e.source !== view || e.origin !== perfetto || e.data !== "PONG") return;
      const buffer = new TextEncoder().encode(text).buffer;
      view.postMessage({ perfetto: { buffer, title, fileName: `${title}.trace.json` } }, perfetto, [buffer]);
      end(true);
    };
    addEventListener("message", hear);
    const late = performance.now() + answerSeconds * 1000;
    const calling = setInterval(() => {
      if (view.closed || performance.now() > late) end(false);
      else view.postMessage("PING", perfetto);
    }, 200);
  });
}

function bytes(url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (c) => c.charCodeAt(0));
}

// quoted is a word as a shell takes it.
function quoted(word: string): string {
  return /^[\w./:=+-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}
