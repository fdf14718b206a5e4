// <inflight-scene> on our own pages: the build has written what it shows, this
// makes it move.

import { followAddress } from "./address";
import { onKeys } from "./keys";
import { Menu } from "./menu";
import type { Film, Panel } from "./panel";
import { Session } from "./session";
import type { Texts } from "./text";
import { readWish, type Wish } from "./url";

export class InflightScene extends HTMLElement {
  session: Session | undefined;

  connectedCallback(): void {
    if (this.session) return;
    const panel = this.#json<Panel>("panel");
    const texts = this.#json<Texts>("texts");
    if (!panel?.film || !texts) return;
    this.session = new Session(this, texts, panel as Panel & { film: Film });
    this.session.frame(this.#attributes(panel.film));
    new Menu(this.session);
    this.#press(this.session);
    this.settle(this.session);
  }

  // settle gives the scene the keys and the address that its page leaves to it.
  protected settle(session: Session): void {
    const slide = this.getAttribute("mode") === "slide"; // of a deck, which has the address
    onKeys(session, this, () => {}, () => (slide ? "deck" : undefined));
    if (!slide && this.#main()) followAddress(session);
  }

  disconnectedCallback(): void {
    this.session?.talk.end();
  }

  // Here only to say that being moved is no leaving.
  connectedMoveCallback(): void {}

  // #attributes is how the page shows its scene. Its window of time may be told
  // by steps.
  #attributes(film: Film): Wish {
    return readWish((key) => {
      const text = this.getAttribute(key);
      const step = film.steps?.find((s) => s.id === text);
      return step ? String(step.t) : text;
    }, []);
  }

  // #main says that the page's address is this scene's.
  #main(): boolean {
    return this.getAttribute("mode") === "stage" || document.querySelectorAll(this.localName).length === 1;
  }

  // #press plays and pauses by a press on the picture, which takes keys then.
  #press(session: Session): void {
    const { texts } = session;
    const { box } = session.picture;
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", `${texts["picture"]}. ${texts["picture.keys"]}`);
    box.addEventListener("click", (e) => {
      if (!(e.target as Element).closest("button, a, [data-part=loading], [data-part=error]")) session.toggle();
    });
  }

  #json<T>(name: string): T | null {
    const text = this.querySelector(`script[data-part="${name}"]`)?.textContent;
    return text ? (JSON.parse(text) as T) : null;
  }
}
