import type { Span } from '@atrium/domain/core';
import type { Explains } from '../explain/index.ts';
import type { SectionModel } from '../section/section-model.ts';
import { writePart } from '../section/section-part.ts';

/** A number of a page about the air: what was sampled at a place, or how that is rated. */
interface AirNumber {
  readonly of: 'own' | 'rating';
  readonly metric: string;
  readonly place: string;
}

/**
 * What opens the explanation of a sample or of its rating, and whether it stands open; null of what was not sampled.
 * No spans mean all the time that is shown.
 */
export function explainedAir(
  { of, metric, place }: AirNumber,
  { metrics }: SectionModel,
  spans: readonly Span[] | null,
  explains: Explains | null,
): { readonly explain: (() => void) | null; readonly isOpen: boolean } {
  const measured = metrics.find((each) => each.metric.id === metric)?.parts.get(place);
  if (!explains || !measured || !spans) return { explain: null, isOpen: false };
  const part = writePart({ of, metric, label: place });
  return { explain: () => explains.open(part, spans), isOpen: explains.isOpen(part, spans) };
}
