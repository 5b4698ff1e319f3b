import { type Delta, dash, splitDuration } from '@atrium/domain/core/format';
import { countsPeople, getUsualDecimals, isCounted, type Metric } from '@atrium/domain/numbers';
import type { Messages } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { ReportSpeech } from './report-speech.ts';

/** A number and its unit, which is empty for shares and durations. */
export interface FormattedAmount {
  readonly number: string;
  readonly unit: string;
}

export function getMetricName(metric: Metric, { say }: ReportSpeech): string {
  const id = `metric.${metric.id}`;
  if (!isMessage(id)) throw new Error(`reports have no word for ${metric.id}`);
  return say(id);
}

const isMessage = (id: string): id is keyof Messages => Object.hasOwn(en, id);

/** Returns the name of a metric's figure over several days. */
export const getFigureName = (metric: Metric, speech: ReportSpeech): string =>
  metric.kind === 'sample'
    ? speech.say('meanOf', { metric: getMetricName(metric, speech) })
    : getMetricName(metric, speech);

/** Formats a value for a table. `unit` is that of the answer. */
export function formatValue(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): FormattedAmount {
  if (value === null) return { number: dash, unit: '' };
  if (metric.kind === 'duration') return { number: durationOf(value, speech), unit: '' };
  if (unit === '%') return { number: speech.percent(value, metric.decimals), unit: '' };
  return { number: speech.number(value, metric.decimals), unit: getUnitText(unit, Math.round(value), speech) };
}

/** Formats a usual value. It is a mean, so small counts get a decimal. */
export function formatUsual(value: number | null, metric: Metric, speech: ReportSpeech): string {
  if (value === null) return dash;
  if (isCounted(metric)) return speech.number(value, getUsualDecimals(metric, value));
  return formatValue(value, metric, metric.unit, speech).number;
}

/** Formats a value with its unit for a sentence. */
export function formatAmount(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): string {
  if (value !== null && countsPeople(metric)) return formatPeople(value, speech);
  const { number, unit: word } = formatValue(value, metric, unit, speech);
  return word === '' ? number : `${number}\u00a0${word}`;
}

/** Formats e.g. `67,126 people`. */
export const formatPeople = (count: number, speech: ReportSpeech): string =>
  speech.say('people', { n: speech.number(count, 0) }, count);

/** Formats ms, e.g. as `2 h 41 m`. */
export const formatTime = (ms: number, speech: ReportSpeech): string => durationOf(ms / 1000, speech);

function durationOf(seconds: number, { say }: ReportSpeech): string {
  const parts = splitDuration(seconds) ?? [];
  return parts.map(({ amount, unit }) => `${amount}\u00a0${say(`unit.${unit}`)}`).join('\u00a0');
}

export function getUnitText(unit: string, count: number, { say }: ReportSpeech): string {
  if (unit === 'visitors' || unit === 'people') return say(`unit.${unit}`, {}, count);
  return unit === '%RH' ? '%' : unit;
}

/** Change of a number for a table, with its direction and whether that is good. */
export interface FormattedChange {
  readonly text: string;
  readonly way: Delta['direction'];
  readonly tone: Delta['tone'];
}

export function formatChange(delta: Delta | null, speech: ReportSpeech): FormattedChange | null {
  if (delta === null) return null;
  const { change, points, people, direction, tone } = delta;
  const text = people
    ? speech.signed(change, 0)
    : points
      ? `${speech.signed(change, 2)}\u00a0${speech.say('unit.points')}`
      : `${speech.signed(change, 1)}\u00a0%`;
  return { text, way: direction, tone };
}
