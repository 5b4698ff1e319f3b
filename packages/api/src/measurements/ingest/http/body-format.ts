/** Bytes in which the first item of a body says what it is. */
const lookedAt = 4_096;
/** Fields of a reading. Those of devices have one or the other by chance. */
const fields = ['device', 'metric', 'at', 'value'];

/**
 * Which format a body is in, by its beginning: readings as the product defines them, or what a maker's device sends.
 * null where that is open: then the address decides.
 */
export function bodyFormat(bytes: Buffer): 'readings' | 'packet' | null {
  const head = bytes
    .toString('utf8', 0, lookedAt)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head.startsWith('<')) return 'packet';
  if (!/^(\{|\[\s*\{)/.test(head)) return null;
  if (/^\{\s*"readings"\s*:/.test(head)) return 'readings';
  const found = fields.filter((field) => new RegExp(`"${field}"\\s*:`).test(head));
  if (found.includes('metric')) return found.length >= 3 ? 'readings' : null;
  return found.length <= 1 ? 'packet' : null;
}
