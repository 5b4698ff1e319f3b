import type { ReportFacts, ReportFigure } from '@atrium/domain/actions/reports';
import { getWeekday, type Weekday } from '@atrium/domain/core';
import { type Delta, dash, splitDuration } from '@atrium/domain/core/format';
import {
  countsPeople,
  type Figure,
  type findUnusualDate,
  getUsualDecimals,
  isCounted,
  type Metric,
} from '@atrium/domain/numbers';
import type { Messages } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { ReportSpeech } from './report-speech.ts';
import { cleanName } from './rich-text.ts';

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

/** What a usual value is the mean of: a number of earlier periods, or of the same weekday. */
export interface UsualBasis {
  /** Null: it is an expected value. */
  readonly times: number | null;
  /** The weekday of a single day, Monday is 1. Null: several days. */
  readonly weekday: Weekday | null;
}

/** Returns what the usual of a figure over the whole period is the mean of. */
export const getBasis = (
  { from, last }: Pick<ReportFacts, 'from' | 'last'>,
  { times }: Pick<ReportFigure, 'times'>,
): UsualBasis => ({ times, weekday: from === last ? getWeekday(from) : null });

/** Formats a usual value with its range, or with what it is the mean of: `3,018 (2,410–3,626)`, `3,018, 3 prev. Fri`. */
export function formatUsual(
  { usual, range }: Pick<Figure, 'usual' | 'range'>,
  metric: Metric,
  basis: UsualBasis,
  speech: ReportSpeech,
): string | null {
  if (usual === null) return null;
  const { say } = speech;
  const write = (value: number) => formatUsualValue(value, metric, speech);
  if (range !== null)
    return say('usual.range', { usual: write(usual), lower: write(range.lower), upper: write(range.upper) });
  const what = formatBasis(basis, speech);
  return what === null ? write(usual) : say('usual.mean', { usual: write(usual), what });
}

/** Formats what a usual value is the mean of, like the cards of pages: `3 prev. Fri`. Null for an expected value. */
export function formatBasis({ times, weekday }: UsualBasis, { say, ...speech }: ReportSpeech): string | null {
  if (times === null) return null;
  const n = speech.number(times, 0);
  if (weekday === null) return say('usual.periods', { n }, times);
  return say('usual.days', { n, weekday: speech.weekday(weekday) }, times);
}

/** States which holiday or event, or that a closed day, is why there is no usual, like the cards of pages. */
export function formatUnusual(
  { reason, name }: NonNullable<ReturnType<typeof findUnusualDate>>,
  { say }: ReportSpeech,
): string {
  if (name !== null) return say('unusualDay.named', { name: cleanName(name) });
  return say(reason === 'closed' ? 'unusualDay.closed' : 'unusualDay.other');
}

/** A usual value is a mean or a median, so small counts get a decimal. */
function formatUsualValue(value: number, metric: Metric, speech: ReportSpeech): string {
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

/** Change of a number for a table, and whether that is good. */
export interface FormattedChange {
  readonly text: string;
  /** Null: words say it. */
  readonly way: Delta['direction'] | null;
  readonly tone: Delta['tone'];
}

/**
 * Formats the change of a figure. Within the usual range there is none. Outside it, the side is named; rows of tables
 * leave it to the arrow and the range beside it (`isBrief`).
 */
export function formatChange(
  { change: delta, side }: Pick<Figure, 'change' | 'side'>,
  speech: ReportSpeech,
  isBrief = false,
): FormattedChange | null {
  const { say } = speech;
  if (side === 'within') return { text: say('asUsual'), way: null, tone: 'neutral' };
  if (delta === null) return null;
  const { direction, tone } = delta;
  // `+0.0 %` might contradict the two numbers beside it.
  if (direction === 'flat' && side === null) return { text: say('same'), way: null, tone };
  const change = formatDelta(delta, speech);
  if (side === null || isBrief) return { text: change, way: direction, tone };
  return { text: say(side === 'above' ? 'aboveRange' : 'belowRange', { change }), way: null, tone };
}

function formatDelta({ change, points, people }: Delta, { say, signed }: ReportSpeech): string {
  if (people) return signed(change, 0);
  return points ? `${signed(change, 2)}\u00a0${say('unit.points')}` : `${signed(change, 1)}\u00a0%`;
}
