// The engine of the calculator, apart from the page, so that no setting holds up a
// hand. It is sent the address of the program, then settings, each with a number.

interface Ask {
  n: number;
  query: string;
  lang: string;
}

type FromPage = { wasm: string } | Ask;

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

const scope = globalThis as unknown as {
  calculate: (query: string, lang: string) => string | null;
  calculatorIsReady: () => void;
  postMessage: (message: unknown) => void;
};

const ready = new Promise<void>((resolve) => (scope.calculatorIsReady = resolve));

addEventListener("message", (e: MessageEvent<FromPage>) => {
  if ("wasm" in e.data) void start(e.data.wasm);
  else void answer(e.data);
});

async function start(url: string): Promise<void> {
  const go = new Go();
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), go.importObject);
    await go.run(instance);
    scope.postMessage({ failed: true });
  } catch {
    scope.postMessage({ failed: true });
  }
}

async function answer(ask: Ask): Promise<void> {
  await ready;
  scope.postMessage({ n: ask.n, report: scope.calculate(ask.query, ask.lang) });
}
