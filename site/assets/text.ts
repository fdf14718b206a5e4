// Texts of the page's language, put there at build time.

export type Texts = Record<string, string>;

// fill puts values in the places of a text: "{0} of {1} MB".
export function fill(text: string | undefined, ...values: (string | number)[]): string {
  return (text ?? "").replace(/\{(\d)\}/g, (place, i: string) => String(values[Number(i)] ?? place));
}

// short writes a positive number with two digits: 0.11, 12, 1.4e-6.
export function short(x: number): string {
  if (!(x > 0)) return "0";
  if (x >= 100 && x < 1e6) return String(Math.round(x));
  if (x < 1e-3 || x >= 1e6) return x.toExponential(1).replace("e+", "e").replace(".0e", "e");
  return String(Number(x.toPrecision(2)));
}
