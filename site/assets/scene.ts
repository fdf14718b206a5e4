// The script of every page and deck with scenes.

import { InflightScene } from "./element";
import { tellStory } from "./story";

customElements.define("inflight-scene", InflightScene);
const find = (id: string) => {
  const e = document.getElementById(id);
  return e instanceof InflightScene ? e.session : undefined;
};
// A deck has steps of its own.
if (!document.body.classList.contains("deck")) tellStory(find);
