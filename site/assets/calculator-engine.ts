// Engine asks the worker, which is made on first use. Of settings that come while
// it works only the last is asked.

type FromWorker = { n: number; report: string | null } | { failed: true };

export class Engine {
  #worker: Worker | null = null;
  #n = 0;
  #busy = false;
  #next: { query: string; lang: string } | null = null;
  running = false; // it has answered

  constructor(
    private url: string,
    private wasm: string,
    private take: (report: string) => void,
    private fail: () => void,
  ) {}

  ask(query: string, lang: string): void {
    this.#next = { query, lang };
    this.#worker ??= this.#start();
    this.#send();
  }

  #send(): void {
    if (this.#busy || !this.#next || !this.#worker) return;
    this.#busy = true;
    this.#worker.postMessage({ n: ++this.#n, ...this.#next });
    this.#next = null;
  }

  #start(): Worker {
    const worker = new Worker(this.url);
    worker.addEventListener("message", (e: MessageEvent<FromWorker>) => this.#hear(e.data));
    worker.addEventListener("error", () => this.#stop());
    worker.postMessage({ wasm: new URL(this.wasm, location.href).href });
    return worker;
  }

  #hear(message: FromWorker): void {
    if ("failed" in message) return this.#stop();
    this.running = true;
    this.#busy = false;
    if (message.report !== null && !this.#next) this.take(message.report);
    this.#send();
  }

  // #stop ends a worker that failed; the next ask tries again.
  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = this.running = false;
    this.fail();
  }
}
