/** Bytes inspected to detect the format. */
const maxInspectedBytes = 4_096;
/** Fields of a reading. Device packets contain at most one of them by chance. */
const fields = ['device', 'metric', 'at', 'value'];

/**
 * Detects a body's format from its beginning: the product's readings or a maker's packet. Null when unclear; the URL
 * decides then.
 */
export function detectBodyFormat(bytes: Buffer): 'readings' | 'packet' | null {
  const head = bytes
    .toString('utf8', 0, maxInspectedBytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head.startsWith('<')) return 'packet';
  if (!/^(\{|\[\s*\{)/.test(head)) return null;
  if (/^\{\s*"readings"\s*:/.test(head)) return 'readings';
  const found = fields.filter((field) => new RegExp(`"${field}"\\s*:`).test(head));
  if (found.includes('metric')) return found.length >= 3 ? 'readings' : null;
  return found.length <= 1 ? 'packet' : null;
}
