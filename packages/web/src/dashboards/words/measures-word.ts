import type { Comfort } from '@atrium/domain/dashboards';
import { findMetric } from '@atrium/domain/measurements';
import { nameOf, type Translator } from './section-words.ts';

/** Lists the metrics that decide a place's comfort. */
export function measuresWord({ decidedBy }: Comfort, { t, locale }: Translator): string {
  const names = decidedBy.flatMap((id) => {
    const metric = findMetric(id);
    return metric ? [nameOf(metric, t)] : [];
  });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
}
