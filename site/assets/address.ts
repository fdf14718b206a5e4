// The page's address follows its scene, so that a reload comes back to the same
// picture.

import type { Session } from "./session";
import { query, readWish, replaced } from "./url";

const pace = 1000; // ms between changes: browsers refuse more than a hundred in half a minute

// followAddress begins with what the address wishes and keeps it in step.
export function followAddress(session: Session): void {
  keepAddress(session);
  const address = new URLSearchParams(location.search);
  session.begin(readWish((key) => address.get(key), session.panel.knobs.map((k) => k.key)));
}

// keepAddress keeps the address in step.
export function keepAddress(session: Session): void {
  const keys = session.panel.knobs.map((k) => k.key);
  let timer = 0;
  const write = () => {
    timer = 0;
    const { knobs, playback } = session;
    const q = query(knobs.fromOwn(), knobs.beside(true), playback.view, playback.fresh ? undefined : playback.at);
    const address = replaced(location.href, keys, q);
    if (address === location.href) return;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // Refused in some sandboxes, and where it comes too often.
    }
  };
  for (const what of ["scene-change", "scene-time"]) {
    session.root.addEventListener(what, () => {
      timer ||= window.setTimeout(write, pace);
    });
  }
  addEventListener("pagehide", () => timer && write());
}
