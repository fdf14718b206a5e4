// Pixels gives Ebitengine the true device pixels of its page. By itself it is
// sharp only where CSS size times ratio is whole, and never sees a later ratio:
// so the ratio reads 1, the body's size reads device pixels, and each change of
// them is a resize.

export class Pixels {
  #extra = 1;
  #box = { css: 0, width: 0, height: 0 }; // device pixels; css is the width in CSS pixels
  #ratio: () => number;

  constructor() {
    const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
    this.#ratio = own?.get?.bind(window) ?? (() => 1);
  }

  install(): void {
    const body = document.body;
    this.#box = this.#measure(body.clientWidth, body.clientHeight);
    Object.defineProperty(window, "devicePixelRatio", { get: () => 1, configurable: true });
    Object.defineProperty(body, "clientWidth", { get: () => this.#scaled(this.#box.width) });
    Object.defineProperty(body, "clientHeight", { get: () => this.#scaled(this.#box.height) });
    // The browser's own resize comes before the new size is known.
    addEventListener("resize", (e) => e.isTrusted && e.stopImmediatePropagation(), true);
    this.#observe(body);
  }

  // extra is how many times more pixels than the iframe has.
  set extra(factor: number) {
    if (!(factor > 0) || factor === this.#extra) return;
    this.#extra = Math.min(factor, 4);
    dispatchEvent(new Event("resize"));
  }

  // perCSS is device pixels per CSS pixel, as drawn.
  get perCSS(): number {
    const { css, width } = this.#box;
    return css > 0 ? this.#scaled(width) / css : this.#ratio() * this.#extra;
  }

  #scaled(pixels: number): number {
    return Math.round(pixels * this.#extra);
  }

  #measure(width: number, height: number) {
    const r = this.#ratio();
    return { css: width, width: Math.round(width * r), height: Math.round(height * r) };
  }

  #observe(body: HTMLElement): void {
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return; // not shown: keep the last size
      const { width, height } = entry.contentRect;
      const device = entry.devicePixelContentBoxSize?.[0];
      this.#box = device
        ? { css: width, width: device.inlineSize, height: device.blockSize }
        : this.#measure(width, height);
      dispatchEvent(new Event("resize"));
    });
    try {
      observer.observe(body, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(body); // Safari has no such box
    }
  }
}
