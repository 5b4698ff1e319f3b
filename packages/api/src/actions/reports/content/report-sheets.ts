import type { ReportFacts, ReportFigure } from '@atrium/domain/actions/reports';
import { getWeekday, instantToWall } from '@atrium/domain/core';
import type { Figure } from '@atrium/domain/numbers';
import type { SpreadsheetCell, SpreadsheetColumn, SpreadsheetSheet } from '../../../platform/files/spreadsheet.ts';
import { formatBasis, getBasis, getFigureName, getUnitText, type UsualBasis } from './amounts.ts';
import { describeUsual } from './headline-words.ts';
import type { ReportSpeech } from './report-speech.ts';
import type { ReportWords } from './report-words.ts';
import { toHeadlineText } from './report-words.ts';
import { cleanName, removeIsolates, removeMarks } from './rich-text.ts';

/** Sheets of a report, except the series. */
export interface ReportSheets {
  readonly figures: SpreadsheetSheet;
  readonly days: SpreadsheetSheet;
  readonly zones: SpreadsheetSheet;
  readonly silences: SpreadsheetSheet;
  readonly about: SpreadsheetSheet;
}

export function buildReportSheets(
  facts: ReportFacts,
  words: ReportWords,
  step: string,
  speech: ReportSpeech,
): ReportSheets {
  const { say, dir: direction } = speech;
  return {
    figures: {
      name: say('sheet.figures'),
      direction,
      columns: figureColumns(say('sheet.figure'), speech),
      rows: [facts.main, ...facts.figures].map((figure) =>
        figureRow(getFigureName(figure.metric, speech), figure, facts, speech),
      ),
    },
    days: daysSheet(facts, speech),
    zones: {
      name: say('zones'),
      direction,
      columns: figureColumns(say('zone'), speech),
      rows: facts.zones.map(({ name, figure }) => figureRow(cleanName(name), figure, facts, speech)),
    },
    silences: silencesSheet(facts, speech),
    about: aboutSheet(facts, words, step, speech),
  };
}

const figureColumns = (first: string, { say }: ReportSpeech): readonly SpreadsheetColumn[] => [
  { title: first, kind: 'text', width: 30 },
  { title: say('value'), kind: 'number' },
  { title: say('sheet.unit'), kind: 'text' },
  ...usualColumns(say),
  { title: say('change'), kind: 'percent', decimals: 1 },
  { title: say('coverage'), kind: 'percent', decimals: 1 },
];

/** The usual, its range, and what it is the mean of. */
const usualColumns = (say: ReportSpeech['say']): readonly SpreadsheetColumn[] => [
  { title: say('usual'), kind: 'number' },
  { title: say('sheet.rangeFrom'), kind: 'number' },
  { title: say('sheet.rangeTo'), kind: 'number' },
  { title: say('sheet.basis'), kind: 'text', width: 18 },
];

function usualCells({ usual, range }: Figure, basis: UsualBasis, speech: ReportSpeech): readonly SpreadsheetCell[] {
  if (usual === null) return [null, null, null, null];
  const what = formatBasis(basis, speech) ?? speech.say('sheet.expected');
  return [usual, range?.lower ?? null, range?.upper ?? null, removeIsolates(what)];
}

function figureRow(
  label: string,
  figure: ReportFigure,
  facts: ReportFacts,
  speech: ReportSpeech,
): readonly SpreadsheetCell[] {
  return [
    removeIsolates(label),
    figure.value ?? speech.say('noData'),
    getUnitText(figure.unit, 2, speech),
    ...usualCells(figure, getBasis(facts, figure), speech),
    shareOf(figure),
    figure.coverage,
  ];
}

/** Returns the change as a share. Null if it is in people or points, which the two numbers already tell. */
const shareOf = ({ change }: Figure): number | null =>
  change === null || change.people || change.points ? null : change.change / 100;

function daysSheet({ days, main, kind }: ReportFacts, speech: ReportSpeech): SpreadsheetSheet {
  const { say } = speech;
  const state = { known: '', missing: say('noData'), closed: say('closed'), ahead: say('notBegun') };
  const unit = getUnitText(main.unit, 2, speech);
  return {
    name: say('sheet.days'),
    direction: speech.dir,
    columns: [
      { title: say('day'), kind: 'date' },
      { title: appendUnit(getFigureName(main.metric, speech), unit), kind: 'number' },
      ...usualColumns(say),
      { title: say('change'), kind: 'percent', decimals: 1 },
      { title: say('sheet.state'), kind: 'text' },
    ],
    rows: days.map((day) => [
      day.date,
      day.state === 'known' ? day.value : state[day.state],
      ...usualCells(day, { times: day.times, weekday: getWeekday(day.date) }, speech),
      day.state === 'known' ? shareOf(day) : null,
      day.state === 'known'
        ? say(day.isClosed && kind !== 'air' ? 'closed' : day.partial ? 'partial' : 'sheet.known')
        : '',
    ]),
  };
}

export const appendUnit = (name: string, unit: string): string =>
  removeIsolates(unit === '' ? name : `${name} (${unit})`);

function silencesSheet({ silent, site }: ReportFacts, speech: ReportSpeech): SpreadsheetSheet {
  const { say } = speech;
  return {
    name: say('sheet.silences'),
    direction: speech.dir,
    columns: [
      { title: say('sheet.sensor'), kind: 'text', width: 24 },
      { title: say('sheet.place'), kind: 'text', width: 24 },
      { title: say('sheet.from'), kind: 'date-time' },
      { title: say('sheet.to'), kind: 'date-time' },
      { title: say('sheet.times'), kind: 'number' },
      { title: say('sheet.minutes'), kind: 'number', decimals: 0 },
    ],
    rows: silent.map(({ name, place, span, count, time }) => [
      cleanName(name),
      place === null ? null : cleanName(place),
      formatWallTime(span.from, site.timezone),
      formatWallTime(span.to, site.timezone),
      count,
      time / 60_000,
    ]),
  };
}

/** Formats e.g. `2026-11-16T07:15` in the time zone. */
export const formatWallTime = (at: number, timezone: string): string =>
  new Date(instantToWall(timezone, at)).toISOString().slice(0, 16);

function aboutSheet(facts: ReportFacts, words: ReportWords, step: string, speech: ReportSpeech): SpreadsheetSheet {
  const { say } = speech;
  const rows: readonly (readonly [string, string])[] = [
    [say('sheet.report'), words.label],
    [say('sheet.organization'), words.organization],
    [say('sheet.site'), cleanName(facts.site.name)],
    [say('zone'), cleanName(facts.zone.name)],
    [say('sheet.period'), speech.days(facts.from, facts.last)],
    ...words.notices.map((notice) => ['', notice] as const),
    ['', toHeadlineText(words)],
    ['', words.why.map(removeMarks).join(' ')],
    [say('filters'), words.filters],
    [say('timeZone'), words.timeZone],
    [say('coverage'), words.coverage],
    [say('sheet.step'), step],
    ...describeUsual(facts, speech).map((text) => [say('usual'), text] as const),
    ['', words.setUpBy ?? ''],
    ['', words.made],
  ];
  return {
    name: say('sheet.asked'),
    direction: speech.dir,
    columns: [
      { title: say('sheet.question'), kind: 'text', width: 24 },
      { title: say('sheet.answer'), kind: 'text', width: 90 },
    ],
    rows: rows.filter(([, text]) => text !== '').map((row) => row.map(removeIsolates)),
  };
}
