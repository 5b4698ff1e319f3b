import type { Comfort } from '@atrium/domain/dashboards';
import { findMetric } from '@atrium/domain/measurements';
import { getMetricName, type Translator } from './section-texts.ts';

/** Lists the metrics that decide a place's comfort. */
export function formatMeasures({ decidedBy }: Comfort, { t, locale }: Translator): string {
  const names = decidedBy.flatMap((id) => {
    const metric = findMetric(id);
    return metric ? [getMetricName(metric, t)] : [];
  });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
}
