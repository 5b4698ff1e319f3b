import {
  countRows,
  estimateBytes,
  parseExportRequest,
  type RawExportRequest,
  type RowCount,
} from '@atrium/domain/actions/exports';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { profileLanguages } from '@atrium/domain/people/access';
import type { SpreadsheetCell, SpreadsheetColumn } from '../../platform/files/spreadsheet.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { buildAboutSheet, buildCoverageSheet } from './making/about.ts';
import { buildDataColumns } from './making/columns.ts';
import { type ExportPart, type ExportSource, openExportSource } from './making/export-rows.ts';
import { buildRequestArgs, buildSpanArgs } from './request-args.graphql.ts';
import { findSize } from './request-export.ts';
import { getWords } from './words.ts';

interface PreviewSheet {
  readonly name: string;
  readonly columns: readonly Pick<SpreadsheetColumn, 'title' | 'kind' | 'decimals'>[];
  /** Spreadsheet row number of the first row shown. The header is row 1. */
  readonly firstRow: number;
  readonly rows: readonly (readonly SpreadsheetCell[])[];
}

interface ExportPreview extends RowCount {
  /** Width of the rows, s. Wider than requested if sensors report less often. */
  readonly width: number;
  readonly bytes: number;
  readonly timezone: string;
  readonly sheets: readonly PreviewSheet[];
}

/** Rows shown per sheet. */
const shownRows = 60;

/** Returns the first rows of the file, starting at opening time, by the same code as the file. */
export async function previewExport(
  deps: ExportsDependencies,
  scope: Scope,
  raw: RawExportRequest,
  signal?: AbortSignal,
): Promise<Result<ExportPreview, Failure>> {
  if (!(await deps.mayExport(scope))) return err(failure('FORBIDDEN', 'Exporting data is not among your rights'));
  const request = parseExportRequest(raw, { mayLackRecipients: true });
  if (!request.ok) return request;
  const sized = await findSize(deps, scope, request.value);
  if (!sized.ok) return sized;
  const opened = await openExportSource(deps, scope, request.value, signal);
  if (!opened.ok) return opened;
  const source = opened.value;
  const first = await firstPart(source);
  if (!first.ok) return first;
  const { site, places, metrics } = source;
  const { width } = first.value;
  const count = countRows(site, request.value, width, places.length);
  return ok({
    ...count,
    width,
    bytes: estimateBytes(request.value.format, count.rows, metrics.length),
    timezone: site.timezone,
    sheets: await sheetsOf(deps, scope, source, first.value, count.rows),
  });
}

async function firstPart(source: ExportSource): Promise<Result<ExportPart, Failure>> {
  for await (const part of source.parts()) return part;
  throw new Error('an export has no part');
}

async function sheetsOf(
  { catalogues, contactsOf, namesOf, clock }: ExportsDependencies,
  scope: Scope,
  source: ExportSource,
  { rows, width }: ExportPart,
  count: number,
): Promise<readonly PreviewSheet[]> {
  const { userId, organizationId } = scope;
  const members = await contactsOf(organizationId);
  const theirs = members.find((member) => member.userId === userId)?.language;
  const words = getWords(await catalogues(), profileLanguages.find((one) => one === theirs) ?? 'en');
  const names = await namesOf(scope, userId === null ? [] : [userId]);
  const columns = buildDataColumns(source, words);
  const isOpen = rows.findIndex(({ state }) => state !== 'closed' && state !== 'missing');
  const begin = Math.max(0, Math.min(isOpen, rows.length - shownRows));
  const data = {
    name: words(`exports.dataType.${source.request.dataType}`),
    columns,
    firstRow: begin + 2,
    rows: rows.slice(begin, begin + shownRows).map((row) => columns.map(({ cell }) => cell(row))),
  };
  if (source.request.format !== 'xlsx') return [data];
  const askedBy = (userId !== null && names.get(userId)) || '';
  const about = buildAboutSheet(source, words, { askedBy, madeAt: clock.now() }, { width, rows: count });
  return [data, ...[buildCoverageSheet(source, words), about].map(beginning)];
}

function beginning({ name, columns, rows }: ReturnType<typeof buildCoverageSheet>): PreviewSheet {
  const shown = [];
  for (const row of rows as Iterable<readonly SpreadsheetCell[]>) {
    if (shown.length === shownRows) break;
    shown.push(row);
  }
  return { name, columns, firstRow: 2, rows: shown };
}

/** Cost in µs, including the database's: several days of data with reporting gaps. */
const costOfPreview = 1_200_000;

/** Registers `exportPreview`: the first rows of a file. */
export function registerExportPreview(builder: Builder, deps: ExportsDependencies): void {
  const sheet = registerSheet(builder);
  const preview = builder.objectRef<ExportPreview>('ExportPreview').implement({
    fields: (t) => ({
      rows: t.exposeInt('rows', { description: 'Of the whole file, at the most.' }),
      days: t.exposeInt('days'),
      perDay: t.exposeInt('perDay', {
        nullable: true,
        description: 'Rows of a place on a day of 24 hours; null: a day or wider.',
      }),
      buckets: t.exposeInt('buckets', { description: 'Rows of one place.' }),
      places: t.exposeInt('places'),
      width: t.exposeInt('width', { description: 'Seconds; wider than asked where sensors report more rarely.' }),
      bytes: t.exposeInt('bytes', { description: 'About.' }),
      timezone: t.exposeString('timezone'),
      sheets: t.field({ type: [sheet], length: { most: 3 }, resolve: ({ sheets }) => [...sheets] }),
    }),
  });
  builder.queryField('exportPreview', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: preview,
      cost: () => costOfPreview,
      description: 'The size of the file that would be made, and its first rows from where the site opens.',
      args: { ...buildRequestArgs(builder, t), ...buildSpanArgs(t) },
      resolve: async (_root, raw, { scope, signal }) =>
        orThrow(await previewExport(deps, scope, { ...raw, userIds: [] }, signal)),
    }),
  );
}

function registerSheet(builder: Builder) {
  const kind = builder.enumType('ExportColumnKind', {
    values: {
      text: { value: 'text' },
      number: { value: 'number' },
      percent: { value: 'percent' },
      date: { value: 'date' },
      dateTime: { value: 'date-time' },
    } as const,
  });
  const column = builder.objectRef<PreviewSheet['columns'][number]>('ExportColumn').implement({
    fields: (t) => ({
      title: t.exposeString('title'),
      kind: t.expose('kind', { type: kind }),
      decimals: t.int({ nullable: true, resolve: ({ decimals }) => decimals ?? null }),
    }),
  });
  const row = builder.objectRef<readonly SpreadsheetCell[]>('ExportRow').implement({
    fields: (t) => ({
      cells: t.field({
        type: 'JSON',
        description: 'A text, a number or null by column; times are wall times of the site.',
        resolve: (cells) => [...cells],
      }),
    }),
  });
  return builder.objectRef<PreviewSheet>('ExportSheet').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      columns: t.field({ type: [column], length: { most: 30 }, resolve: ({ columns }) => [...columns] }),
      firstRow: t.exposeInt('firstRow', { description: 'Its number, the head being 1.' }),
      rows: t.field({ type: [row], length: { most: 60 }, resolve: ({ rows }) => [...rows] }),
    }),
  });
}
