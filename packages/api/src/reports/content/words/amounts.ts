import { type Delta, dash, decimalsOfMean, durationParts } from '@atrium/domain/core/format';
import { countsHeads, type Metric } from '@atrium/domain/measurements';
import type { Messages } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { ReportSpeech } from './report-speech.ts';

/** A number and what stands beside it; of shares and durations the number says it all. */
export interface Written {
  readonly number: string;
  readonly unit: string;
}

/** What a metric is called. */
export function metricName(metric: Metric, { say }: ReportSpeech): string {
  const id = `metric.${metric.id}`;
  if (!isMessage(id)) throw new Error(`reports have no word for ${metric.id}`);
  return say(id);
}

const isMessage = (id: string): id is keyof Messages => Object.hasOwn(en, id);

/** What a number of it over some days is called. */
export const figureName = (metric: Metric, speech: ReportSpeech): string =>
  metric.kind === 'sample' ? speech.say('meanOf', { metric: metricName(metric, speech) }) : metricName(metric, speech);

/** A value of a metric for a table; `unit` is the answer's own. */
export function written(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): Written {
  if (value === null) return { number: dash, unit: '' };
  if (metric.kind === 'duration') return { number: durationOf(value, speech), unit: '' };
  if (unit === '%') return { number: speech.percent(value, metric.decimals), unit: '' };
  return { number: speech.number(value, metric.decimals), unit: unitWord(unit, Math.round(value), speech) };
}

/** The same of what is a mean of several counts, which has a decimal while it is small. */
export function writtenUsual(value: number | null, metric: Metric, speech: ReportSpeech): string {
  if (value === null) return dash;
  if (countsHeads(metric)) return speech.number(value, decimalsOfMean(value));
  return written(value, metric, metric.unit, speech).number;
}

/** A value with its unit as it stands in a sentence. */
export function amountOf(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): string {
  if (value !== null && countsHeads(metric)) return peopleOf(value, speech);
  const { number, unit: word } = written(value, metric, unit, speech);
  return word === '' ? number : `${number}\u00a0${word}`;
}

/** `67,126 people` */
export const peopleOf = (count: number, speech: ReportSpeech): string =>
  speech.say('people', { n: speech.number(count, 0) }, count);

/** ms as `2 h 41 m`. */
export const timeOf = (ms: number, speech: ReportSpeech): string => durationOf(ms / 1000, speech);

function durationOf(seconds: number, { say }: ReportSpeech): string {
  const parts = durationParts(seconds) ?? [];
  return parts.map(({ amount, unit }) => `${amount}\u00a0${say(`unit.${unit}`)}`).join('\u00a0');
}

export function unitWord(unit: string, count: number, { say }: ReportSpeech): string {
  if (unit === 'visitors' || unit === 'people') return say(`unit.${unit}`, {}, count);
  return unit === '%RH' ? '%' : unit;
}

/** How a number changed, for a table: with its direction, and whether that is good. */
export interface WrittenChange {
  readonly text: string;
  readonly way: Delta['direction'];
  readonly tone: Delta['tone'];
}

export function changeOf(delta: Delta | null, speech: ReportSpeech): WrittenChange | null {
  if (delta === null) return null;
  const { change, points, people, direction, tone } = delta;
  const text = people
    ? speech.signed(change, 0)
    : points
      ? `${speech.signed(change, 2)}\u00a0${speech.say('unit.points')}`
      : `${speech.signed(change, 1)}\u00a0%`;
  return { text, way: direction, tone };
}
