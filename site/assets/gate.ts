// The gate holds frames and timers while nothing changes, so that a paused stage
// costs what no stage costs. It must stand before the wasm starts: Ebitengine
// keeps the functions that it finds then. A frame that somebody waits for comes
// even where the browser gives none: to a frame of another site, out of view.

export type Want = "run" | "one" | "rest";

const patience = 500; // ms for a browser to give a frame

interface Frame {
  run: FrameRequestCallback;
  real: number; // 0 while held
  late: number; // a timer, in place of a frame that does not come
}

interface Timer {
  run: () => void;
  due: number;
  real: number; // 0 while held
}

export class Gate {
  afterFrame: () => void = () => {};
  #left = Infinity; // frames that may pass
  #running = false; // frames come for as long as there are some
  #visible = true;
  #open = true;
  #ids = 0;
  #frames = new Map<number, Frame>();
  #timers = new Map<number, Timer>();
  #raf = window.requestAnimationFrame.bind(window);
  #caf = window.cancelAnimationFrame.bind(window);
  #set = window.setTimeout.bind(window);
  #clear = window.clearTimeout.bind(window);

  // want says what passes: every frame, one frame, none.
  want(mode: Want): void {
    this.#running = mode === "run";
    this.#left = mode === "run" ? Infinity : mode === "one" ? 1 : 0;
    this.#turn();
  }

  // once lets at least one frame pass.
  once(): void {
    this.#left = Math.max(this.#left, 1);
    this.#turn();
  }

  // visible holds all while the stage is out of view.
  visible(yes: boolean): void {
    this.#visible = yes;
    this.#turn();
  }

  install(): void {
    window.requestAnimationFrame = (run) => {
      const id = ++this.#ids;
      this.#frames.set(id, { run, real: 0, late: 0 });
      if (this.#open) this.#startFrame(id);
      return id;
    };
    window.cancelAnimationFrame = (id) => {
      this.#stopFrame(id);
      this.#frames.delete(id);
    };
    window.setTimeout = ((run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
      const id = ++this.#ids;
      this.#timers.set(id, { run: () => run(...args), due: performance.now() + delay, real: 0 });
      if (this.#open) this.#startTimer(id);
      return id;
    }) as typeof window.setTimeout;
    window.clearTimeout = (id) => {
      if (id === undefined) return;
      this.#clear(this.#timers.get(id)?.real);
      this.#timers.delete(id);
    };
  }

  #turn(): void {
    const open = this.#visible && this.#left > 0;
    if (open === this.#open) return;
    this.#open = open;
    if (open) {
      for (const id of this.#frames.keys()) this.#startFrame(id);
      for (const id of this.#timers.keys()) this.#startTimer(id);
      return;
    }
    for (const id of this.#frames.keys()) this.#stopFrame(id);
    for (const t of this.#timers.values()) {
      this.#clear(t.real);
      t.real = 0;
    }
  }

  #startFrame(id: number): void {
    const frame = this.#frames.get(id);
    if (!frame || frame.real) return;
    const pass = (now: number) => {
      this.#stopFrame(id);
      this.#frames.delete(id);
      // Counted before the callback: it asks for the next frame, and two would pass.
      this.#left--;
      this.#turn();
      frame.run(now);
      this.afterFrame();
    };
    frame.real = this.#raf(pass);
    if (!this.#running) frame.late = this.#set(() => pass(performance.now()), patience);
  }

  #stopFrame(id: number): void {
    const frame = this.#frames.get(id);
    if (!frame) return;
    this.#caf(frame.real);
    this.#clear(frame.late);
    frame.real = frame.late = 0;
  }

  #startTimer(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer || timer.real) return;
    timer.real = this.#set(() => {
      this.#timers.delete(id);
      timer.run();
    }, Math.max(0, timer.due - performance.now()));
  }
}
