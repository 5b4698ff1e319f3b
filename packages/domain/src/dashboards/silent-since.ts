import type { Instant } from '../core/index.ts';
import type { Coverage } from '../measurements/index.ts';

/** Since when nothing has been heard from any sensor behind some answers; null while any reports, or none is expected to. */
export function silentSinceOf(coverages: readonly Coverage[]): Instant | null {
  const expected = coverages.flatMap(({ sites = [] }) => sites).filter(({ ratio }) => ratio !== null);
  const since = expected.map(({ silentSince }) => silentSince);
  return since.length > 0 && since.every((at) => at !== null) ? Math.max(...since) : null;
}
