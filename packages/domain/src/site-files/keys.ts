/** Letters that a name loses its marks of: what a key is made of stays readable on a command line. */
const marks = /\p{M}/gu;
const longest = 60;

/**
 * A key for a new thing, from its name, that none of `taken` is: `Food court` becomes `food-court`, the second one
 * `food-court-2`. `outside` is a word of its own, and never a key.
 */
export function newKey(name: string, taken: Iterable<string>, fallback: string): string {
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
