// <inflight-scene name="collective" gpus="8"> on other people's pages: one
// script tag, and an iframe of the embed page on the script's own host. It gets
// the element's attributes as its address and has the height that it asks for.

// Attributes that mean something to the page itself.
const own = /^((name|lang|id|class|style|title|slot|hidden|is)$|data|aria|on)/;
// Key is what an embed says of a key that it does not use.
type Key = Pick<KeyboardEvent, "key" | "code" | "keyCode" | "shiftKey">;

const script =
  (document.currentScript as HTMLScriptElement | null)?.src ??
  document.querySelector<HTMLScriptElement>('script[src$="/inflight.js"]')?.src ??
  "";

type Knobs = Record<string, string | number | boolean>;

class InflightScene extends HTMLElement {
  #frame: HTMLIFrameElement | undefined;
  #heard = (e: MessageEvent) => {
    const m = e.data as ({ inflight?: number; is?: string; height?: number } & Partial<Key>) | null;
    if (!this.#frame || e.source !== this.#frame.contentWindow || m?.inflight !== 1) return;
    if (m.is === "height" && m.height! > 0) this.#frame.style.height = `${m.height}px`;
    else if (m.is === "key") this.#press(m);
    else this.dispatchEvent(new CustomEvent(m.is ?? "", { detail: m, bubbles: true }));
  };

  connectedCallback(): void {
    addEventListener("message", this.#heard);
    const lang = (this.getAttribute("lang") ?? this.closest("[lang]")?.getAttribute("lang") ?? "").toLowerCase();
    const page = `${LANGS.find((l) => lang.startsWith(l)) ?? LANGS[0]}/embed/${encodeURIComponent(this.getAttribute("name") ?? "")}/`;
    const url = new URL(page, script || location.href);
    for (const { name, value } of this.attributes) {
      if (!own.test(name)) url.searchParams.set(name, value);
    }
    const frame = document.createElement("iframe");
    frame.src = url.href;
    frame.title = this.title || "Inflight";
    frame.loading = "lazy";
    frame.allow = "fullscreen; clipboard-write";
    this.style.display = "block";
    // Until the page has said its height, that of the picture.
    const ratio = this.clientWidth < 560 ? "3 / 4" : "16 / 9";
    Object.assign(frame.style, { display: "block", width: "100%", border: "0", aspectRatio: ratio });
    this.replaceChildren(frame);
    this.#frame = frame;
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#heard);
  }

  // #press gives a key to the page, such as a deck, as if it had been pressed here.
  #press({ key = "", code = "", keyCode = 0, shiftKey = false }: Partial<Key>): void {
    this.dispatchEvent(new CustomEvent("key", { detail: { key, code, keyCode, shiftKey }, bubbles: true }));
    const pressed = { key, code, keyCode, which: keyCode, shiftKey, bubbles: true, cancelable: true };
    for (const type of ["keydown", "keyup"]) this.dispatchEvent(new KeyboardEvent(type, pressed));
  }

  play(to?: number | string): void {
    this.#send({ do: "play", to });
  }
  pause = () => this.#send({ do: "pause" });
  seek = (t: number | string) => this.#send({ do: "seek", t });
  step = (by = 1) => this.#send({ do: "step", by });
  set = (knobs: Knobs, compare?: Knobs | null) => this.#send({ do: "set", knobs, compare });

  #send(message: object): void {
    this.#frame?.contentWindow?.postMessage({ inflight: 1, ...message }, "*");
  }
}

// Frameworks set a property where there is one by the name of an attribute.
const { play, focus } = InflightScene.prototype;
for (const [name, method] of Object.entries({ play, focus, prefix: null })) {
  Object.defineProperty(InflightScene.prototype, name, {
    get: () => method,
    set(this: InflightScene, value: unknown) {
      this.setAttribute(name, String(value));
    },
  });
}

if (!customElements.get("inflight-scene")) customElements.define("inflight-scene", InflightScene);

export {};
