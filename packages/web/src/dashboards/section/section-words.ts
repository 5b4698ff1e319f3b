import type { Metric } from '@atrium/domain/measurements';
import type { MessageId, Say } from '../../i18n/index.ts';
import { type Speaker, sayValue, type Worded, wordValue } from '../widgets/words/metric-words.ts';

export type { Reader, Speaker } from '../widgets/words/metric-words.ts';

/** In sentences and on scales a meter's third decimal says nothing beside hundreds: as many as the size of the figure carries, at most the metric's own. */
const wordingOf = (metric: Metric, value: number | null) => ({
  decimals: Math.min(metric.decimals, Math.abs(value ?? 0) >= 100 ? 0 : Math.abs(value ?? 0) >= 10 ? 1 : 2),
  hideUnit: false,
  formatter: null,
});

const exactly = (metric: Metric) => ({ decimals: metric.decimals, hideUnit: false, formatter: null });

/** H01: a figure with all the decimals it is told in, its unit apart. */
export function figureOf(value: number | null, metric: Metric, reader: Speaker): Worded {
  return wordValue(value, metric, exactly(metric), reader);
}

/** Shortly, in one piece: `742 ppm`. */
export function sayFigure(value: number | null, metric: Metric, reader: Speaker): string {
  return sayValue(value, metric, wordingOf(metric, value), reader);
}

/** With all the decimals it is told in: `1,204.318 kWh`. */
export function sayExactly(value: number | null, metric: Metric, reader: Speaker): string {
  return sayValue(value, metric, exactly(metric), reader);
}

export const nameOf = (metric: Metric, say: Say): string => say(`metric.${metric.id}` as MessageId);
