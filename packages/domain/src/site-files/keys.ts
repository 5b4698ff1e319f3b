/** Combining marks, removed so that keys are easy to type on a command line. */
const marks = /\p{M}/gu;
const longest = 60;

/**
 * Derives a new key from a name: `Food court` becomes `food-court`, the second one `food-court-2`. Never one of
 * `taken`, nor `outside`, which is reserved.
 */
export function deriveKey(name: string, taken: Iterable<string>, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');
  const base = plain === '' || plain === 'outside' ? fallback : plain;
  const known = new Set(taken);
  for (let count = 1; ; count++) {
    const key = count === 1 ? base : `${base}-${count}`;
    if (!known.has(key)) return key;
  }
}
