import { type Delta, dash, decimalsOfMean, durationParts } from '@atrium/domain/core/format';
import { countsHeads, type Metric } from '@atrium/domain/measurements';
import type { Messages } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { ReportSpeech } from './report-speech.ts';

/** A number and its unit, which is empty for shares and durations. */
export interface Written {
  readonly number: string;
  readonly unit: string;
}

/** Returns the name of a metric. */
export function metricName(metric: Metric, { say }: ReportSpeech): string {
  const id = `metric.${metric.id}`;
  if (!isMessage(id)) throw new Error(`reports have no word for ${metric.id}`);
  return say(id);
}

const isMessage = (id: string): id is keyof Messages => Object.hasOwn(en, id);

/** Returns the name of a metric's figure over several days. */
export const figureName = (metric: Metric, speech: ReportSpeech): string =>
  metric.kind === 'sample' ? speech.say('meanOf', { metric: metricName(metric, speech) }) : metricName(metric, speech);

/** Formats a value for a table. `unit` is that of the answer. */
export function written(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): Written {
  if (value === null) return { number: dash, unit: '' };
  if (metric.kind === 'duration') return { number: durationOf(value, speech), unit: '' };
  if (unit === '%') return { number: speech.percent(value, metric.decimals), unit: '' };
  return { number: speech.number(value, metric.decimals), unit: unitWord(unit, Math.round(value), speech) };
}

/** Formats a usual value. As a mean of counts it has a decimal while it is small. */
export function writtenUsual(value: number | null, metric: Metric, speech: ReportSpeech): string {
  if (value === null) return dash;
  if (countsHeads(metric)) return speech.number(value, decimalsOfMean(value));
  return written(value, metric, metric.unit, speech).number;
}

/** Formats a value with its unit for a sentence. */
export function amountOf(value: number | null, metric: Metric, unit: string, speech: ReportSpeech): string {
  if (value !== null && countsHeads(metric)) return peopleOf(value, speech);
  const { number, unit: word } = written(value, metric, unit, speech);
  return word === '' ? number : `${number}\u00a0${word}`;
}

/** Formats e.g. `67,126 people`. */
export const peopleOf = (count: number, speech: ReportSpeech): string =>
  speech.say('people', { n: speech.number(count, 0) }, count);

/** Formats ms, e.g. as `2 h 41 m`. */
export const timeOf = (ms: number, speech: ReportSpeech): string => durationOf(ms / 1000, speech);

function durationOf(seconds: number, { say }: ReportSpeech): string {
  const parts = durationParts(seconds) ?? [];
  return parts.map(({ amount, unit }) => `${amount}\u00a0${say(`unit.${unit}`)}`).join('\u00a0');
}

export function unitWord(unit: string, count: number, { say }: ReportSpeech): string {
  if (unit === 'visitors' || unit === 'people') return say(`unit.${unit}`, {}, count);
  return unit === '%RH' ? '%' : unit;
}

/** Change of a number for a table, with its direction and whether that is good. */
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
