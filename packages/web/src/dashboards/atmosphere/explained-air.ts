import type { Span } from '@atrium/domain/core';
import type { Measured } from '../counting/counting-model.ts';
import type { Explains } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { newest, type SectionModel } from '../section/section-model.ts';
import { writePart } from '../section/section-part.ts';

/** A number of a page about the air: what was sampled at a place, or how that is rated. */
interface AirNumber {
  readonly of: 'own' | 'rating';
  readonly metric: string;
  readonly place: string;
}

/** What opens the explanation of a sample or of its rating, and whether it stands open; null of what was not sampled. */
export function explainedAir(
  { of, metric, place }: AirNumber,
  { metrics }: SectionModel,
  filters: Pick<ResolvedFilters, 'includesNow'>,
  explains: Explains | null,
): { readonly explain: (() => void) | null; readonly isOpen: boolean } {
  const measured = metrics.find((each) => each.metric.id === metric)?.parts.get(place);
  const spans = measured && spansOfSample(measured, filters);
  if (!explains || !spans) return { explain: null, isOpen: false };
  const part = writePart({ of, metric, label: place });
  return { explain: () => explains.open(part, spans), isOpen: explains.isOpen(part, spans) };
}

/** Which time a sample is of: the newest interval while the days shown go on, all of them afterwards (none named). */
function spansOfSample(
  measured: Measured,
  { includesNow }: Pick<ResolvedFilters, 'includesNow'>,
): readonly Span[] | null {
  if (!includesNow) return measured.value === null ? null : [];
  const now = newest(measured);
  return now && [now.span];
}
