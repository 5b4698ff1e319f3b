import { useText } from '../../../i18n/index.ts';
import { type Explains, useExplain } from '../../explain/index.ts';
import type { CountingContext, CountingNumber } from './counting-context.ts';

/** Lets one of the page's numbers explain itself; what describes it is fetched with the first question. */
export function useCountingExplains(name: CountingNumber, context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain(name, (_part, spans) =>
    import('./explained-counting.ts').then(({ explainedOf }) => explainedOf(name, context, spans, { t, locale })),
  );
}
