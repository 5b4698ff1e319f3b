import { buildZoneSeries, type ReportFacts, type ReportSubject } from '@atrium/domain/actions/reports';
import { type Failure, type Granularity, getOffset, granularity, type ZoneId } from '@atrium/domain/core';
import { type AnswerBucket, getAnswerBuckets, parseAnswer } from '@atrium/domain/pages';
import type { AnswerQueries } from '../../../numbers/index.ts';
import type { SpreadsheetCell, SpreadsheetSheet } from '../../../platform/files/spreadsheet.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { getFigureName, getUnitText } from './amounts.ts';
import { appendUnit, formatWallTime } from './report-sheets.ts';
import type { ReportSpeech } from './report-speech.ts';
import { formatOffset } from './report-words.ts';
import { cleanName } from './rich-text.ts';

/** Inputs for querying the rows of a series. */
export interface SeriesReading {
  readonly answerQueries: AnswerQueries;
  readonly scope: Scope;
  readonly subject: ReportSubject;
  readonly facts: ReportFacts;
  readonly width: Granularity;
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

/** Thrown when a query for the rows was refused. */
export class SeriesRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Builds the sheet of every step of every zone. Queries zone by zone while it is written, so that memory holds one
 * zone.
 */
export function buildSeriesSheet(reading: SeriesReading, speech: ReportSpeech): SpreadsheetSheet {
  const { say } = speech;
  const { main } = reading.facts;
  const unit = getUnitText(main.unit, 2, speech);
  return {
    name: say('sheet.course'),
    direction: speech.dir,
    columns: [
      { title: say('sheet.from'), kind: 'date-time' },
      { title: say('sheet.to'), kind: 'date-time' },
      { title: say('sheet.offset'), kind: 'text' },
      { title: say('zone'), kind: 'text', width: 24 },
      { title: appendUnit(getFigureName(main.metric, speech), unit), kind: 'number' },
      { title: say('sheet.state'), kind: 'text' },
    ],
    rows: courseRows(reading, speech),
  };
}

async function* courseRows(reading: SeriesReading, speech: ReportSpeech): AsyncGenerator<readonly SpreadsheetCell[]> {
  for (const { id, name } of reading.facts.zones)
    for (const bucket of await bucketsOf(reading, id)) yield rowOf(bucket, cleanName(name), reading, speech);
}

async function bucketsOf(
  { answerQueries, scope, subject, width, now, signal }: SeriesReading,
  zone: ZoneId,
): Promise<readonly AnswerBucket[]> {
  const [answer] = await answerQueries(scope, [buildZoneSeries(subject, zone, width)], signal);
  if (answer === undefined) throw new Error('a question has an answer');
  if (!answer.ok) throw new SeriesRefused(answer.error);
  const told = answer.value.granularity ?? width;
  return getAnswerBuckets(parseAnswer(answer.value), told as Granularity, { now, timezone: subject.site.timezone });
}

function rowOf(
  { from, to, point }: AnswerBucket,
  zone: string,
  { facts: { site } }: SeriesReading,
  { say }: ReportSpeech,
): readonly SpreadsheetCell[] {
  const offset = formatOffset(getOffset(site.timezone, from)).replace('UTC', '').replace('−', '-');
  const cells = [formatWallTime(from, site.timezone), formatWallTime(to, site.timezone), offset, zone];
  if (point === null) return [...cells, null, say('notBegun')];
  if (point.state !== 'known') return [...cells, null, say(point.state === 'closed' ? 'closed' : 'noData')];
  return [...cells, point.value, say(point.partial ? 'partial' : 'sheet.known')];
}

/** Describes the width of a step. */
export function describeStep(width: Granularity, speech: ReportSpeech): string {
  const { say, number } = speech;
  if (width === granularity.day) return say('step.day');
  if (width === granularity.week) return say('step.week');
  if (width === granularity.month) return say('step.month');
  const [count, unit] =
    width < granularity.hour ? ([width / 60, 'minutes'] as const) : ([width / 3600, 'hours'] as const);
  return say(`step.${unit}`, { n: number(count, 0) }, count);
}
