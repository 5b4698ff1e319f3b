import { useText } from '../../i18n/index.ts';
import { type Explains, useExplain } from '../explain/index.ts';
import type { CountingContext } from './counting-context.ts';

/** Makes the entries of each door of the counted zones explainable, by door name. */
export function useDoorExplains(context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain('doors', (part, spans) =>
    import('./explained-counting.ts').then(({ getDoorExplanation: explainedDoor }) =>
      explainedDoor(part, context, spans, { t, locale }),
    ),
  );
}

/** Makes the zone table's numbers explainable, by parts such as `entries/12` (number and zone id). */
export function useZoneExplains(context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain('zones', (part, spans) =>
    import('./explained-counting.ts').then(({ getZoneExplanation: explainedZone }) =>
      explainedZone(part, context, spans, { t, locale }),
    ),
  );
}
