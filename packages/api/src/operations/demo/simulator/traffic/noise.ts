/** Returns a reproducible number in [0, 1) for the keys: the same door in the same minute always gets the same. */
export function draw(...keys: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const key of keys) {
    let rest = Math.floor(key);
    do {
      hash = Math.imul(hash ^ (rest & 0xffff), 0x01000193);
      hash ^= hash >>> 15;
      rest = Math.floor(rest / 0x10000);
    } while (rest > 0);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Draws a Poisson-like count of independent arrivals around `mean`. */
export function arrivals(mean: number, ...keys: readonly number[]): number {
  if (mean <= 0) return 0;
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(...keys)));
  const limit = Math.exp(-mean);
  let product = draw(...keys, 0);
  let count = 0;
  while (product > limit && count < 200) {
    count += 1;
    product *= draw(...keys, count);
  }
  return count;
}

/** Draws from a normal distribution with mean 0 and standard deviation 1. */
export function gaussian(...keys: readonly number[]): number {
  const radius = Math.sqrt(-2 * Math.log(Math.max(draw(...keys, 1), 1e-9)));
  return radius * Math.cos(2 * Math.PI * draw(...keys, 2));
}

/** Hashes a serial to a number, for reproducible noise. */
export function hashSerial(serial: string): number {
  let hash = 7;
  for (const letter of serial) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash;
}
