// The script of every page with a scene.

import { InflightScene } from "./element";
import { tellStory } from "./story";

customElements.define("inflight-scene", InflightScene);
tellStory((id) => {
  const e = document.getElementById(id);
  return e instanceof InflightScene ? e.session : undefined;
});
