// The script of the stage's page. It runs before the wasm, puts right what
// Ebitengine does not do inside an iframe, and carries messages between the
// parent and Go.

import { counted, mishap } from "./download";
import { Gate, type Want } from "./gate";
import { Pixels } from "./pixels";
import { isOurs, type FromStage, type ToStage } from "./protocol";

declare const Go: new () => {
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
};
declare const fs: { writeSync(fd: number, bytes: Uint8Array): number };

type Receive = (json: string) => void;

const gate = new Gate();
const pixels = new Pixels();
let receive: Receive | null = null;
let early: string[] = [];

function post(message: FromStage | object): void {
  parent.postMessage({ ...message, inflight: 1 }, "*");
}

function prepare(): void {
  for (const e of [document.documentElement, document.body]) {
    e.style.height = "100%";
    e.style.margin = "0";
    e.style.overflow = "hidden";
  }
  bare();
  pixels.install();
  gate.install();
  // Where policy denies the gamepad, Ebitengine would panic at the first frame.
  navigator.getGamepads = () => [];
  // Ebitengine would reload the page; the parent rebuilds it with all state.
  addEventListener(
    "webglcontextlost",
    (e) => {
      e.stopImmediatePropagation();
      gate.want("rest");
      post({ is: "lost" });
    },
    true,
  );
  Object.defineProperty(globalThis, "inflightStage", { value: bridge });
  addEventListener("message", (e) => {
    if (e.source === parent && isOurs(e.data)) hear(e.data as unknown as ToStage);
  });
  post({ is: "boot" });
}

// bare takes away the black that Ebitengine puts behind its canvas: at the edge of
// a picture that a deck scales it is a dark line.
function bare(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("body { background: none !important }");
  document.adoptedStyleSheets = [sheet];
}

// bridge is what Go sees.
const bridge = {
  get receive(): Receive | null {
    return receive;
  },
  set receive(f: Receive | null) {
    receive = f;
    const waiting = early;
    early = [];
    for (const json of waiting) deliver(json);
  },
  send(json: string): void {
    post(JSON.parse(json) as object);
  },
  want(mode: Want): void {
    gate.want(mode);
  },
  dpr(): number {
    return pixels.perCSS;
  },
};

function deliver(json: string): void {
  if (receive) receive(json);
  else early.push(json);
}

function hear(message: ToStage): void {
  switch (message.do) {
    case "module":
      void start(message);
      return;
    case "picture":
      if (message.format === "png") {
        snap(message.n);
        return;
      }
      break;
    case "state":
      if (message.visible !== undefined) gate.visible(message.visible);
      if (message.dpr !== undefined) pixels.extra = message.dpr;
      break;
  }
  deliver(JSON.stringify(message));
}

// snap sends the canvas as PNG: it is transparent except right after the
// callback of a frame.
function snap(n: number): void {
  gate.afterFrame = () => {
    gate.afterFrame = () => {};
    post({ is: "picture", n, png: document.querySelector("canvas")?.toDataURL("image/png") });
  };
  gate.once();
}

let started = false;

async function start(message: Extract<ToStage, { do: "module" }>): Promise<void> {
  if (started) return;
  started = true;
  const go = new Go();
  let code = 0;
  go.exit = (c) => (code = c);
  const said = listen();
  try {
    const module = message.module ?? (await compile(message));
    if (!module) return;
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    post({ is: "exit", text: said() || `exit ${code}` });
  } catch (err) {
    post({ is: "exit", text: said() || String(err) });
  }
}

// compile fetches the program, where the page cannot give it.
async function compile({ url, size }: Extract<ToStage, { do: "module" }>): Promise<WebAssembly.Module | null> {
  try {
    const response = counted(await fetch(url), (loaded) => post({ is: "progress", loaded, total: size }));
    return await WebAssembly.compileStreaming(response);
  } catch (err) {
    post({ is: "unloaded", why: mishap(err) });
    return null;
  }
}

// listen keeps the first line of what Go writes last: the reason of a panic.
function listen(): () => string {
  const write = fs.writeSync.bind(fs);
  const decoder = new TextDecoder();
  let text = "";
  fs.writeSync = (fd, bytes) => {
    text = (text + decoder.decode(bytes)).slice(-4000);
    return write(fd, bytes);
  };
  return () => /^(panic|fatal error|runtime error).*$/m.exec(text)?.[0] ?? "";
}

prepare();
