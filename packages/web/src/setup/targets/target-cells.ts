import { parseTypedNumber } from '@atrium/domain/core/typed-number';
import type { Month } from '@atrium/domain/numbers/targets';
import type { TargetSitesQuery, TargetsQuery } from './operations.generated.ts';

export type TargetSite = TargetSitesQuery['allInstallations'][number];

/** A line of the grid: a site, or one of its zones. */
export interface TargetRow {
  readonly key: string;
  readonly installationId: number;
  readonly zoneId: number | null;
  readonly name: string;
  readonly currency: string | null;
}

export interface TargetCell {
  readonly installationId: number;
  readonly zoneId: number | null;
  readonly month: Month;
  /** Null: no target. */
  readonly value: number | null;
}

export const getCellKey = ({ installationId, zoneId, month }: Omit<TargetCell, 'value'>): string =>
  `${installationId} ${zoneId ?? 'all'} ${month}`;

/** Returns the lines of sites: each site, and below it the zones that are unfolded or have a target. */
export function listTargetRows(
  sites: readonly TargetSite[],
  targets: TargetsQuery['targets'],
  unfolded: ReadonlySet<number>,
): readonly TargetRow[] {
  const planned = new Set(targets.flatMap(({ zoneId }) => zoneId ?? []));
  return sites.flatMap(({ id, name, currency, zones }) => {
    const row = { installationId: id, currency: currency ?? null };
    const shown = zones.filter((zone) => planned.has(zone.id) || (unfolded.has(id) && !zone.isDisabled));
    return [
      { ...row, key: String(id), zoneId: null, name },
      ...shown.map((zone) => ({ ...row, key: `${id} ${zone.id}`, zoneId: zone.id, name: zone.name })),
    ];
  });
}

/**
 * Returns the cells of a pasted block whose first value belongs in a row and month. Values beyond the last row or month
 * are left out. The text that is no target, if there is one.
 */
export function readBlock(
  text: string,
  rows: readonly TargetRow[],
  months: readonly Month[],
  locale: string,
): readonly TargetCell[] | { readonly bad: string } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells: TargetCell[] = [];
  for (const [down, line] of lines.entries())
    for (const [along, field] of line.split('\t').entries()) {
      const [row, month] = [rows[down], months[along]];
      if (row === undefined || month === undefined) continue;
      const read = parseTypedNumber(field.replace(/['’]/g, ''), locale);
      if (!read.ok || (read.value !== null && read.value < 0)) return { bad: field.trim() };
      cells.push({ installationId: row.installationId, zoneId: row.zoneId, month, value: read.value });
    }
  return cells;
}
