// The worker that reads traces: it runs the program of wasm/measured, which gets
// its messages and answers the page. To cancel, the page ends the worker.

import type { FromReader, ToReader } from "./measured-protocol";

declare const Go: new () => {
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
};

const bridge = {
  receive: null as ((json: string, files: File[]) => void) | null,
  send(is: string, json: string): void {
    if (is === "ready") for (const m of waiting.splice(0)) deliver(m);
    else postMessage({ is, ...(JSON.parse(json) as object) });
  },
};
const waiting: ToReader[] = [];

Object.defineProperty(globalThis, "inflightMeasured", { value: bridge });

addEventListener("message", (e: MessageEvent<ToReader>) => {
  if (e.data.do === "start") void start(e.data.wasm);
  else if (bridge.receive) deliver(e.data);
  else waiting.push(e.data);
});

function deliver(m: ToReader): void {
  const { files, ...rest } = m as ToReader & { files?: File[] };
  bridge.receive?.(JSON.stringify(rest), files ?? []);
}

async function start(wasm: string): Promise<void> {
  const go = new Go();
  let code = 0;
  go.exit = (c) => (code = c);
  try {
    const response = await fetch(wasm);
    if (!response.ok) throw new Error(`${wasm}: ${response.status}`);
    await go.run((await WebAssembly.instantiateStreaming(response, go.importObject)).instance);
    gone(`exit ${code}`);
  } catch (err) {
    gone(err instanceof Error ? err.message : String(err));
  }
}

function gone(text: string): void {
  const message: FromReader = { is: "gone", text };
  postMessage(message);
}
