import { useText } from '../../../i18n/index.ts';
import { type Explains, useExplain } from '../../explain/index.ts';
import type { CountingGround } from './counting-ground.ts';

/** Lets the entries by one door of what is counted explain themselves, by its name. */
export function useDoorExplains(ground: CountingGround): Explains | null {
  const { say, locale } = useText();
  return useExplain('doors', (part, spans) =>
    import('./explained-counting.ts').then(({ explainedDoor }) => explainedDoor(part, ground, spans, { say, locale })),
  );
}

/** The same for the numbers of the zone table: `entries/12`, of the zone with that id. */
export function useZoneExplains(ground: CountingGround): Explains | null {
  const { say, locale } = useText();
  return useExplain('zones', (part, spans) =>
    import('./explained-counting.ts').then(({ explainedZone }) => explainedZone(part, ground, spans, { say, locale })),
  );
}
