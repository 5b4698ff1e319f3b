import type { Span } from '@atrium/domain/core';
import type { Explains } from '../explain/index.ts';
import type { SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-part.ts';

/** A number on an air page: the sampled value at a place, or its rating. */
interface AirNumber {
  readonly of: 'own' | 'rating';
  readonly metric: string;
  readonly place: string;
}

/**
 * Returns what opens the explanation and whether it is open. `explain` is null if the place has no such sample or
 * `spans` is null. Empty spans mean the whole period.
 */
export function getAirExplanation(
  { of, metric, place }: AirNumber,
  { metrics }: SectionModel,
  spans: readonly Span[] | null,
  explains: Explains | null,
): { readonly explain: (() => void) | null; readonly isOpen: boolean } {
  const measured = metrics.find((each) => each.metric.id === metric)?.parts.get(place);
  if (!explains || !measured || !spans) return { explain: null, isOpen: false };
  const part = formatSectionPart({ of, metric, label: place });
  return { explain: () => explains.open(part, spans), isOpen: explains.isOpen(part, spans) };
}
