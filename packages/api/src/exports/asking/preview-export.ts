import { profileLanguages } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import {
  countRows,
  estimateBytes,
  parseExportRequest,
  type RawExportRequest,
  type RowCount,
} from '@atrium/domain/exports';
import type { SpreadsheetCell, SpreadsheetColumn } from '../../platform/spreadsheets/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { buildAboutSheet, buildCoverageSheet } from '../files/about.ts';
import { buildDataColumns } from '../files/columns.ts';
import { type ExportPart, type ExportSource, openExportSource } from '../rows/export-rows.ts';
import { getWords } from '../words.ts';
import { findSize } from './request-export.ts';

/** A sheet as shown in a preview. */
export interface PreviewSheet {
  readonly name: string;
  readonly columns: readonly Pick<SpreadsheetColumn, 'title' | 'kind' | 'decimals'>[];
  /** Spreadsheet row number of the first row shown. The header is row 1. */
  readonly firstRow: number;
  readonly rows: readonly (readonly SpreadsheetCell[])[];
}

export interface ExportPreview extends RowCount {
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
