// Slide is when an embed plays by itself: when it is seen, from its beginning each
// time that it comes back, and when a deck says so, which knows better.

import { seen } from "./seen";
import type { Session } from "./session";
import { still } from "./theme";
import type { Wish } from "./url";

const patience = 700; // ms until a browser has said whether a frame is seen

export class Slide {
  #begun = false;
  #seen = false;
  #wondering = false;
  #deck: "start" | "stop" | undefined; // what a deck said last
  #due: boolean; // to begin when it is seen
  #left = false; // it played when it went out of view
  #theirs = false; // a hand or an order has taken over

  // ask lets a deck say whether this is the slide that is shown.
  constructor(
    private session: Session,
    private wish: Wish,
    private ask: () => void,
  ) {
    this.#due = this.#comes;
    session.root.addEventListener("scene-visible", () => this.#look());
    if (wish.inView) this.#seen = true;
    else
      seen(session.picture.box, (yes) => {
        this.#seen = yes;
        this.#look();
      });
    for (const by of ["pointerdown", "keydown"]) addEventListener(by, () => this.taken(), { capture: true });
    this.#look();
  }

  // #comes says that it begins again with its slide.
  get #comes(): boolean {
    const { play, still, steps } = this.wish;
    return !still && (steps === "scene" || (play === true && steps !== "deck"));
  }

  // #begin shows what the address wishes, once.
  #begin(): void {
    if (!this.#begun) this.session.begin({ ...this.wish, play: false });
    this.#begun = true;
  }

  // taken is said when a hand or an order takes over, which is left where it goes
  // to. It comes before they act: what begins after them would undo them.
  taken(): void {
    this.#begin();
    this.#due = false;
    this.#theirs = true;
  }

  // start is said when the slide is shown, at times more than once. It says
  // whether the scene begins again.
  start(): boolean {
    const more = this.#deck === "start" && this.session.playing;
    this.#deck = "start";
    this.#due = this.#left = false;
    if (more || this.wish.steps === "deck") return false; // which says where to stand
    this.#again();
    return true;
  }

  stop(): void {
    this.#deck = "stop";
    this.#due = this.#left = false;
    if (this.session.playing) this.session.pause();
  }

  // #again goes to the beginning, and plays from there if that is wished.
  #again(): void {
    this.#begin();
    const { session, wish } = this;
    const play = (wish.play ?? (this.#deck === "start" && !wish.steps)) && !wish.still && !wish.mute && !still();
    const { fresh, view } = session.playback;
    const { telling } = session.current;
    if (play || wish.steps || !fresh) session.seek(wish.t ?? (play || wish.steps ? view.start : telling));
    if (play) session.play();
    else if (session.playing) session.pause();
  }

  #look(): void {
    const { session, wish } = this;
    if (wish.still) this.#begin(); // for print, which shows what is not in view
    if (!session.picture.visible) {
      this.#leave();
      return;
    }
    this.#begin();
    if (this.#deck === "stop") return;
    if (this.#due && !this.#seen) {
      this.#wonder();
      return;
    }
    if (this.#due) this.#again();
    else if (this.#left) session.play();
    this.#due = this.#left = false;
  }

  #leave(): void {
    const { session, wish } = this;
    if (!this.#comes && this.#deck !== "start") return;
    if (session.playing) {
      session.pause();
      this.#left = true;
    }
    this.#due = this.#comes && this.#deck !== "stop" && (!this.#theirs || wish.steps === "scene");
  }

  // #wonder asks the deck where the browser does not say that the slide is seen.
  #wonder(): void {
    if (this.#wondering) return;
    this.#wondering = true;
    setTimeout(() => this.#due && !this.#seen && this.session.picture.visible && this.ask(), patience);
  }
}
