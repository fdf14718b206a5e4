// Orders are what a page around tells an embed to do.

import type { Session } from "./session";
import { still } from "./theme";

export class Orders {
  #restore: (() => void) | null = null; // what playing to an instant has changed

  // past hears of an order to step that found no step.
  constructor(
    private session: Session,
    private past: (by: 1 | -1) => void,
  ) {
    for (const what of ["ended", "key"]) session.root.addEventListener(`scene-${what}`, () => this.forget());
    for (const by of ["pointerdown", "click", "input"]) addEventListener(by, () => this.forget(), { capture: true });
  }

  // forget ends an order to play to an instant.
  forget(): void {
    this.#restore?.();
    this.#restore = null;
  }

  obey(m: Record<string, unknown>): void {
    const { session } = this;
    this.forget();
    switch (m.do) {
      case "play":
        if (isInstant(m.to)) this.#playTo(m.to);
        else session.play();
        break;
      case "pause":
        session.pause();
        break;
      case "seek":
        if (isInstant(m.t)) session.seek(m.t);
        break;
      case "step": {
        const by = Number(m.by ?? 1) < 0 ? -1 : 1;
        if (!session.step(by)) this.past(by);
        break;
      }
      case "set":
        if (typeof m.knobs === "object" && m.knobs !== null) session.set(pairs(m.knobs));
        if (m.compare === null) session.alone();
        else if (typeof m.compare === "object") session.beside(pairs(m.compare));
        break;
    }
  }

  // #playTo plays on to an instant and rests there. One that is not ahead, or that
  // no film is known to have, is gone to.
  #playTo(to: number | string): void {
    const { session } = this;
    const { playback } = session;
    const { view } = playback;
    const there = typeof to === "number" ? to : session.current.steps?.find((s) => s.id === to)?.t;
    if (there === undefined || there <= playback.position.t || playback.fresh || still()) {
      session.seek(to);
      session.pause();
      return;
    }
    const { end, loop } = view;
    const bound = (part: { end: number; loop: boolean }) => {
      Object.assign(view, part);
      session.talk.tell({ do: "state", ...part });
    };
    bound({ end: there, loop: false });
    this.#restore = () => bound({ end, loop });
    session.play();
  }
}

function isInstant(t: unknown): t is number | string {
  return (typeof t === "number" && Number.isFinite(t)) || typeof t === "string";
}

function pairs(values: object): [string, string][] {
  return Object.entries(values).map(([key, value]) => [key, String(value)]);
}
