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
