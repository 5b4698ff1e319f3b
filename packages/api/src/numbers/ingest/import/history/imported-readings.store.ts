import type { Instant } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import type { AnalyticsStore } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import type { ReadingRow } from '../../reading-row.ts';

const upkeep = { purpose: 'upkeep', maxSeconds: 600 } as const;
const identity = 'installation, metric, device, at, descriptors, visitor, x, y';
const columns = `organization, installation, toString(metric) AS metric, device, toFloat64(at) AS at,
  toString(descriptors) AS descriptors, visitor, x, y, value, weight, interval, import`;

/** What an import wrote to a site and nobody wrote again since. */
export interface ImportedSite {
  readonly installation: number;
  readonly from: Instant;
  /** Start of the last reading. */
  readonly last: Instant;
  readonly readings: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
  /** UTC days since 1970 on which readings begin. */
  readonly days: readonly number[];
}

/** Reading as sent. */
export type StoredRow = Omit<ReadingRow, 'replaces' | 'import'> & { readonly import: number };

/** Reads what imports wrote and replaced, as stored. */
export function importedReadingsStore(analytics: AnalyticsStore, organization: number) {
  const query = <Row>(sql: string, params: object) =>
    analytics.query<Row>({ sql, params: { organization, ...params } }, upkeep);
  return {
    sitesOf: (importId: number): Promise<ImportedSite[]> =>
      query<ImportedSite>(
        `SELECT installation, toFloat64(min(readings.at)) AS from, toFloat64(max(readings.at)) AS last,
          toFloat64(count()) AS readings, groupUniqArray(device) AS devices,
          groupUniqArray(toString(metric)) AS metrics, groupUniqArray(toUInt32(intDiv(readings.at, ${dayMs}))) AS days
        FROM readings FINAL WHERE organization = {organization:UInt32} AND import = {importId:UInt32}
        GROUP BY installation ORDER BY installation`,
        { importId },
      ),

    /** Counts the readings of an import that replaced others. */
    async countReplacing(importId: number): Promise<number> {
      const [row] = await query<{ count: number }>(
        `SELECT toFloat64(count()) AS count FROM readings FINAL
        WHERE organization = {organization:UInt32} AND import = {importId:UInt32} AND (${identity}) IN (
          SELECT ${identity} FROM replaced_readings FINAL
          WHERE organization = {organization:UInt32} AND replaced_by = {importId:UInt32})`,
        { importId },
      );
      return row?.count ?? 0;
    },

    /** Returns the UTC days on which an import replaced readings of a site. */
    async replacedDays(importId: number, installation: number): Promise<readonly number[]> {
      const rows = await query<{ day: number }>(
        `SELECT DISTINCT toUInt32(intDiv(at, ${dayMs})) AS day FROM replaced_readings
        WHERE organization = {organization:UInt32} AND replaced_by = {importId:UInt32}
          AND installation = {installation:UInt32} ORDER BY day`,
        { importId, installation },
      );
      return rows.map(({ day }) => day);
    },

    /** Returns what an import replaced at a site on a UTC day. */
    replacedOn: (importId: number, installation: number, day: number): Promise<StoredRow[]> =>
      query<StoredRow>(
        `SELECT ${columns} FROM replaced_readings FINAL
        WHERE organization = {organization:UInt32} AND replaced_by = {importId:UInt32}
          AND installation = {installation:UInt32}
          AND replaced_readings.at >= {from:Int64} AND replaced_readings.at < {to:Int64}`,
        { importId, installation, from: day * dayMs, to: (day + 1) * dayMs },
      ),

    /** Returns the UTC days on which readings begin that finer ones of an import may have shortened. */
    async shortenedDays(site: ImportedSite): Promise<readonly number[]> {
      const rows = await query<{ day: number }>(
        `SELECT DISTINCT toUInt32(intDiv(readings.at, ${dayMs})) AS day FROM readings WHERE ${shortened} ORDER BY day`,
        toParams(site, site.from - dayMs, site.last + 1),
      );
      return rows.map(({ day }) => day);
    },

    /** Returns readings that begin on a UTC day, and of which a part counts, because finer ones cover the rest. */
    async shortenedOn(site: ImportedSite, day: number): Promise<StoredRow[]> {
      const rows = await query<StoredRow & { readonly sent: number }>(
        `SELECT ${columns}, assumeNotNull(sent) AS sent FROM readings FINAL WHERE ${shortened}`,
        toParams(site, day * dayMs, (day + 1) * dayMs),
      );
      return rows.map(({ sent, ...row }) => {
        const isMean = sendableMetrics.get(row.metric)?.kind === 'duration';
        return { ...row, ...(isMean ? { weight: sent } : { value: sent }) };
      });
    },
  };
}

const shortened = `organization = {organization:UInt32} AND installation = {installation:UInt32}
  AND readings.metric IN {metrics:Array(String)} AND device IN {devices:Array(UInt32)}
  AND readings.at >= {from:Int64} AND readings.at < {to:Int64} AND isNotNull(readings.sent)`;

const toParams = ({ installation, devices, metrics }: ImportedSite, from: Instant, to: Instant) => ({
  ...{ installation, devices, metrics, from, to },
});
