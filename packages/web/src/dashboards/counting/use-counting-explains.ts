import { useText } from '../../i18n/index.ts';
import { type Explains, useExplain } from '../explain/index.ts';
import type { CountingContext, CountingNumber } from './counting-model.ts';

/** Makes one of the page's numbers explainable. The explanation's code is loaded when it is first opened. */
export function useCountingExplains(name: CountingNumber, context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain(name, (_part, spans) =>
    import('./explained-counting.ts').then(({ getCountingExplanation: explainedOf }) =>
      explainedOf(name, context, spans, { t, locale }),
    ),
  );
}

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
