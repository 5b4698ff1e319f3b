import type { Metric } from '@atrium/domain/numbers';
import type { SpreadsheetColumn } from '../../../platform/files/spreadsheet.ts';
import type { Words } from '../words.ts';
import type { ExportRow, ExportSource } from './export-rows.ts';

/** A column of the data, in formats for people. */
export interface DataColumn extends SpreadsheetColumn {
  readonly cell: (row: ExportRow) => string | number | null;
}

/** Builds the columns: time, place, one value per metric, and completeness. */
export function buildDataColumns({ request, metrics, site }: ExportSource, words: Words): readonly DataColumn[] {
  return [
    { title: words('exports.column.time'), kind: 'date-time', cell: ({ label }) => label.slice(0, 16) },
    { title: words('exports.column.offset'), kind: 'text', width: 11, cell: ({ label }) => formatOffset(label) },
    { title: words(`exports.column.${request.target}`), kind: 'text', width: 24, cell: ({ place }) => place.name },
    ...metrics.map(
      (metric, at): DataColumn => ({
        title: metricTitle(metric, site.currency, words),
        kind: 'number',
        decimals: metric.decimals,
        cell: ({ values }) => roundValue(values[at] ?? null, metric),
      }),
    ),
    {
      title: words('exports.column.state'),
      kind: 'text',
      width: 14,
      cell: ({ state }) => words(`exports.state.${state}`),
    },
  ];
}

/** Formats e.g. `UTC+01:00`. It starts with a letter, so that no spreadsheet reads it as a formula. */
export const formatOffset = (label: string) => `UTC${label.slice(19)}`;

/** Rounds to the metric's decimals plus two, for further calculations. */
export function roundValue(value: number | null, { decimals, kind }: Pick<Metric, 'decimals' | 'kind'>): number | null {
  if (value === null) return null;
  const factor = 10 ** (kind === 'flow' || kind === 'count' ? decimals : decimals + 2);
  return Math.round(value * factor) / factor;
}

/** Formats e.g. `Entries, visitors`. The unit is omitted if there is none. */
function metricTitle({ id, unit }: Pick<Metric, 'id' | 'unit'>, currency: string | null, words: Words): string {
  const name = words(`metric.${id}`);
  const shown = unitTitle(unit, currency, words);
  return shown === '' ? name : `${name}, ${shown}`;
}

function unitTitle(unit: string, currency: string | null, words: Words): string {
  if (counted.has(unit)) return words(`exports.unit.${unit}`);
  const perVisitor = /^(.+)\/visitor$/.exec(unit)?.[1];
  if (perVisitor !== undefined)
    return words('exports.unit.perVisitor', { unit: unitTitle(perVisitor, currency, words) });
  if (unit.startsWith('currency')) return unit.replace('currency', currency ?? words('exports.unit.currency'));
  return symbols[unit] ?? unit;
}

/** Units with a text in the reader's language. */
const counted: ReadonlySet<string> = new Set(['visitors', 'people', 'groups', 'items', 'orders']);
/** Units written differently from the metric's definition. */
const symbols: Readonly<Record<string, string>> = { '%RH': '%', kgCO2: 'kg CO₂' };
