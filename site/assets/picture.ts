// Picture is the box that holds poster and stage, with what is said there while
// a stage loads or cannot be had. The box keeps its shape, so nothing shifts.

import { part, put } from "./dom";
import { isPicture } from "./shape";
import { fill, type Texts } from "./text";

export interface Watcher {
  portrait(yes: boolean): void;
  visible(): void;
  cancel(): void;
  retry(): void;
}

export class Picture {
  readonly box: HTMLElement;
  #portrait: boolean | undefined; // once somebody has asked: it needs a page laid out
  visible = false; // some of the picture is in view
  near = false; // some of what stands below it is

  constructor(
    private root: HTMLElement,
    private texts: Texts,
    watcher: Watcher,
  ) {
    this.box = part(root, "picture") ?? root;
    new ResizeObserver(() => {
      const before = this.portrait;
      this.#portrait = this.#isPortrait();
      if (this.portrait !== before) watcher.portrait(this.portrait);
    }).observe(this.box);
    const observer = new IntersectionObserver((entries) => {
      for (const e of entries) {
        if (e.target === this.box) this.visible = e.isIntersecting;
        else this.near = e.isIntersecting;
      }
      watcher.visible();
    });
    observer.observe(this.box);
    const more = part(root, "more");
    if (more) observer.observe(more);
    const figure = part(root, "figure");
    if (figure) new ResizeObserver(() => this.box.style.setProperty("--below", `${this.#below()}px`)).observe(figure);
    part(root, "cancel")?.addEventListener("click", () => watcher.cancel());
    part(root, "retry")?.addEventListener("click", () => watcher.retry());
  }

  get portrait(): boolean {
    return (this.#portrait ??= this.#isPortrait());
  }

  // The style sheet decides; it says so in a property.
  #isPortrait(): boolean {
    return getComputedStyle(this.box).getPropertyValue("--format").trim() === "portrait";
  }

  // #below is how high what stands round the picture in its figure is: a picture
  // that fits a window leaves room for it.
  #below(): number {
    const others = [...(this.box.parentElement?.children ?? [])].filter((e) => e !== this.box);
    return others.reduce((sum, e) => sum + (e as HTMLElement).offsetHeight, 0);
  }

  // natural is how high the scene is when its picture has the full width.
  get natural(): number {
    const { clientWidth, offsetHeight } = this.root;
    return Math.ceil(clientWidth * (this.portrait ? 4 / 3 : 9 / 16) + offsetHeight - this.box.offsetHeight);
  }

  // live shows the stage in place of the poster.
  live(yes: boolean): void {
    this.box.toggleAttribute("data-live", yes);
    if (yes) this.idle();
  }

  // other says that the poster is of another setting than the frame that is on its
  // way: until that comes, or will not come, nothing is shown.
  other(): void {
    this.box.toggleAttribute("data-other", true);
  }

  loading(loaded: number, total: number): void {
    this.live(false);
    this.#hide("loading", false);
    this.#hide("error", true);
    const bar = part<HTMLProgressElement>(this.root, "progress");
    if (bar) {
      bar.max = Math.max(total, 1);
      bar.value = Math.min(loaded, total);
    }
    const text = loaded < total ? fill(this.texts["loading"], mega(loaded), mega(total)) : this.texts["loading.start"];
    put(part(this.root, "loaded"), loaded > 0 ? (text ?? "") : (this.texts["loading.start"] ?? ""));
  }

  idle(): void {
    this.box.toggleAttribute("data-other", false);
    this.#hide("loading", true);
  }

  // error says above the poster why there is no stage.
  error(text: string, retry: boolean): void {
    this.idle();
    this.live(false);
    this.#hide("error", false);
    this.#hide("retry", !retry);
    put(part(this.root, "error-text"), text);
  }

  #hide(name: string, hidden: boolean): void {
    const e = part(this.root, name);
    if (e) e.hidden = hidden;
  }

  // freeze makes a frame the poster.
  freeze(svg: string): void {
    const image = pictureOf(svg);
    const poster = part(this.root, this.portrait ? "portrait" : "landscape");
    if (!poster || !image) return;
    prefix(image, `${this.root.id}-now-`);
    poster.replaceChildren(document.adoptNode(image));
  }
}

// pictureOf is the image of a text; undefined for what is anything but a picture.
export function pictureOf(svg: string): SVGSVGElement | undefined {
  const image = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (!(image instanceof SVGSVGElement)) return undefined;
  return [image, ...image.querySelectorAll("*")].every(isPicture) ? image : undefined;
}

// prefix keeps the ids of an image apart from those of the page.
function prefix(image: SVGSVGElement, before: string): void {
  for (const e of image.querySelectorAll("*")) {
    if (e.id) e.id = before + e.id;
    for (const name of ["fill", "clip-path"]) {
      const to = e.getAttribute(name);
      if (to?.startsWith("url(#")) e.setAttribute(name, to.replace("url(#", `url(#${before}`));
    }
  }
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
