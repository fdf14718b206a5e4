// Mishap is why a program did not come: "load" where the line failed, "broken"
// where something else came, or only part of it.
export type Mishap = "load" | "broken";

// mishap tells them apart: what fetch and its streams reject with when the line
// fails is a TypeError.
export function mishap(err: unknown): Mishap {
  return err instanceof TypeError || err instanceof DOMException ? "load" : "broken";
}

// counted is the response with its bytes counted as they come, decoded; the wasm
// type keeps compilation streaming.
export function counted(response: Response, count: (bytes: number) => void): Response {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  if (!response.body) return response;
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      count(loaded);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), {
    headers: { "Content-Type": "application/wasm" },
  });
}
