import { useText } from '../../../i18n/index.ts';
import { type Explains, useExplain } from '../../explain/index.ts';
import type { CountingGround, CountingNumber } from './counting-ground.ts';

/** Lets one of the page's numbers explain itself; what describes it is fetched with the first question. */
export function useCountingExplains(name: CountingNumber, ground: CountingGround): Explains | null {
  const { say, locale } = useText();
  return useExplain(name, (_part, spans) =>
    import('./explained-counting.ts').then(({ explainedOf }) => explainedOf(name, ground, spans, { say, locale })),
  );
}
