import type { Coverage } from '@atrium/domain/numbers';
import { mergeCoverage } from '@atrium/domain/pages/widgets';
import { useEffect } from 'react';
import type { Outcome } from '../../../numbers/answers/index.ts';
import type { WidgetViewProps } from './view.ts';

/** Reports the coverage to the card, for a widget that loads its own numbers. */
export function useOwnCoverage(
  outcomes: readonly (Outcome | null)[],
  setCoverage: WidgetViewProps['setCoverage'],
): void {
  const all = outcomes.flatMap((outcome) => (outcome?.state === 'ready' ? [outcome.answer.coverage] : []));
  const written = JSON.stringify(all);
  useEffect(() => {
    const coverages = JSON.parse(written) as readonly Coverage[];
    setCoverage(coverages.length === 0 ? null : mergeCoverage(coverages));
    return () => setCoverage(null);
  }, [setCoverage, written]);
}
