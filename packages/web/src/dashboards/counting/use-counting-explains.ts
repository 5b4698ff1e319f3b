import { useText } from '../../i18n/index.ts';
import { type Explains, useExplain } from '../explain/index.ts';
import type { CountingContext, CountingNumber } from './counting-context.ts';

/** Makes one of the page's numbers explainable. The explanation's code is loaded when it is first opened. */
export function useCountingExplains(name: CountingNumber, context: CountingContext): Explains | null {
  const { t, locale } = useText();
  return useExplain(name, (_part, spans) =>
    import('./explained-counting.ts').then(({ getCountingExplanation: explainedOf }) =>
      explainedOf(name, context, spans, { t, locale }),
    ),
  );
}
