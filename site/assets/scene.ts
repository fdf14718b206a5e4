// The script of every page and deck with scenes.

import { onceParsed } from "./dom";
import { InflightScene } from "./element";
import { tellStory } from "./story";

const find = (id: string) => {
  const e = document.getElementById(id);
  return e instanceof InflightScene ? e.session : undefined;
};
const scenes = () => customElements.define("inflight-scene", InflightScene);
// A deck has steps of its own, and its script, which comes next, wants the scenes.
if (document.querySelector("body.deck")) {
  scenes();
} else {
  onceParsed(scenes);
  onceParsed(() => tellStory(find));
}
