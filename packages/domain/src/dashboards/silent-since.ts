import type { Instant } from '../core/index.ts';
import type { Coverage } from '../measurements/index.ts';

/**
 * Returns since when all sensors behind some answers have been silent. Null while any reports, or if none is expected.
 */
export function findSilentSince(coverages: readonly Coverage[]): Instant | null {
  const expected = coverages.flatMap(({ sites = [] }) => sites).filter(({ ratio }) => ratio !== null);
  const since = expected.map(({ silentSince }) => silentSince);
  return since.length > 0 && since.every((at) => at !== null) ? Math.max(...since) : null;
}
