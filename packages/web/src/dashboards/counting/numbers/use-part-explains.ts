import { useText } from '../../../i18n/index.ts';
import { type Explains, useExplain } from '../../explain/index.ts';
import type { CountingContext } from './counting-context.ts';

/** Lets the entries by one door of what is counted explain themselves, by its name. */
export function useDoorExplains(context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain('doors', (part, spans) =>
    import('./explained-counting.ts').then(({ explainedDoor }) => explainedDoor(part, context, spans, { t, locale })),
  );
}

/** The same for the numbers of the zone table: `entries/12`, of the zone with that id. */
export function useZoneExplains(context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain('zones', (part, spans) =>
    import('./explained-counting.ts').then(({ explainedZone }) => explainedZone(part, context, spans, { t, locale })),
  );
}
