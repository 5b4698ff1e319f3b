import { formatLocal, type Instant } from '@atrium/domain/core';
import type { SpreadsheetSheet } from '../../../platform/files/spreadsheet.ts';
import type { Words } from '../words.ts';
import type { ExportPart, ExportSource } from './export-rows.ts';

/** Facts about a file besides its rows. */
export interface FileFacts {
  readonly askedBy: string;
  readonly madeAt: Instant;
}

/** Facts collected while the rows are written. */
export interface RowFacts {
  /** Maximum width of a row, s. */
  width: number;
  rows: number;
}

export const createRowFacts = (): RowFacts => ({ width: 0, rows: 0 });

export function addRowFacts(learnt: RowFacts, { width, rows }: ExportPart): void {
  learnt.width = Math.max(learnt.width, width);
  learnt.rows += rows.length;
}

type Sheet = Omit<SpreadsheetSheet, 'direction'>;

/** Builds the sheet of coverage and silences per sensor. */
export function buildCoverageSheet({ site, request, coverage }: ExportSource, words: Words): Sheet {
  const names = new Map(site.devices.map(({ id, name, serial }) => [id as number, name === '' ? serial : name]));
  const local = (at: Instant) => formatLocal(site.timezone, at).slice(0, 16);
  const whole = [local(request.from), local(request.to), words('exports.coverage.all'), roundDownShare(coverage.ratio)];
  const silent = coverage.silent.map(({ deviceId, from, to, count = 1 }) => {
    const device = names.get(deviceId) ?? String(deviceId);
    const what = count > 1 ? 'exports.coverage.silences' : 'exports.coverage.silent';
    return [local(from), local(to), words(what, { device, count: String(count) }), null];
  });
  return {
    name: words('exports.sheet.coverage'),
    columns: [
      { title: words('exports.column.from'), kind: 'date-time' },
      { title: words('exports.column.to'), kind: 'date-time' },
      { title: words('exports.column.what'), kind: 'text', width: 40 },
      { title: words('exports.column.coverage'), kind: 'percent', decimals: 1 },
    ],
    rows: [whole, ...silent],
  };
}

/** Rounded down, so that incomplete coverage never shows as 100 %. */
const roundDownShare = (ratio: number | null) => (ratio === null ? null : Math.floor(ratio * 1000) / 1000);

/**
 * Builds the sheet that describes the request and explains the numbers. Its rows are built after the data rows, because
 * they use facts collected there.
 */
export function buildAboutSheet(source: ExportSource, words: Words, about: FileFacts, learnt: RowFacts): Sheet {
  return {
    name: words('exports.sheet.about'),
    columns: [
      { title: words('exports.about.what'), kind: 'text', width: 24 },
      { title: words('exports.about.answer'), kind: 'text', width: 90 },
    ],
    rows: { [Symbol.iterator]: () => buildAboutRows(source, words, about, learnt)[Symbol.iterator]() },
  };
}

export function buildAboutRows(
  { site, request, places, unmeasured, coverage }: ExportSource,
  words: Words,
  { askedBy, madeAt }: FileFacts,
  learnt: RowFacts,
): readonly (readonly [string, string])[] {
  const local = (at: Instant) => formatLocal(site.timezone, at).slice(0, 16).replace('T', ' ');
  const width = (seconds: number) => words(`exports.granularity.${seconds}`);
  const covered = roundDownShare(coverage.ratio);
  const rows: (readonly [id: string, text: string])[] = [
    ['site', site.name],
    ['dataType', words(`exports.dataType.${request.dataType}`)],
    [request.target, places.map(({ name }) => name).join(', ')],
    ['period', words('exports.about.periodText', { from: local(request.from), to: local(request.to) })],
    ['granularity', width(request.granularity)],
    ['timezone', words('exports.about.timezoneText', { timezone: site.timezone })],
    ['askedBy', askedBy],
    ['madeAt', local(madeAt)],
    ['rows', String(learnt.rows)],
    ['coverage', covered === null ? words('exports.about.noCoverage') : `${(covered * 100).toFixed(1)} %`],
  ];
  if (learnt.width > request.granularity)
    rows.push(['coarser', words('exports.about.coarserText', { width: width(learnt.width) })]);
  if (unmeasured.length > 0) rows.push(['unmeasured', unmeasured.map(({ id }) => words(`metric.${id}`)).join(', ')]);
  rows.push(['states', words('exports.about.statesText')]);
  return rows.map(([id, text]) => [words(`exports.about.${id}`), text]);
}
