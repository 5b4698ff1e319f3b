import type { Instant } from '@atrium/domain/core';
import type { ReadingContent, ReadingIdentity } from '@atrium/domain/measurements/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { LookupSpan } from './lookup-spans.ts';
import type { ReadingRow } from './reading-row.ts';

/** All readings of one metric at one site: the head of the table's key. */
export type SeriesHead = Pick<ReadingRow, 'organization' | 'installation' | 'metric'>;

/** Instants of one device, both ends included. */
export interface DeviceSpan {
  readonly device: number;
  readonly from: Instant;
  readonly to: Instant;
}

export type StoredReading = { readonly device: number } & Omit<ReadingIdentity, 'metric'> & ReadingContent;

/** Parts of an insert lie in one month each; the engine refuses more than 100 at once, and every part is a sync. */
const monthsPerInsert = 60;

export type ReadingStore = ReturnType<typeof readingStore>;

/** The readings table, as far as taking readings in needs it. Rows carry the organization that a scope gave them. */
export function readingStore(analytics: AnalyticsStore) {
  return {
    /** The greatest version ever written (µs), 0 for an empty table. */
    async greatestVersion(): Promise<number> {
      const sql = 'SELECT toFloat64(max(version)) AS greatest FROM readings';
      const [row] = await analytics.query<{ greatest: number }>({ sql, params: {} });
      return row?.greatest ?? 0;
    },

    /** Earliest and latest reading of each device that has any. */
    async rangesOf(head: SeriesHead, devices: readonly number[]): Promise<DeviceSpan[]> {
      return analytics.query<DeviceSpan>({
        sql: `SELECT device, toFloat64(min(at)) AS from, toFloat64(max(at)) AS to FROM readings
          WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} AND metric = {metric:String}
            AND device IN {devices:Array(UInt32)}
          GROUP BY device`,
        params: { ...head, devices },
      });
    },

    /** What the store holds inside the spans; of an identity written several times, the newest comes last. */
    async contentsOf(head: SeriesHead, spans: readonly LookupSpan[]): Promise<StoredReading[]> {
      const params: Record<string, unknown> = { ...head };
      const conditions = spans.map((span, index) => {
        params[`d${index}`] = span.devices;
        params[`f${index}`] = span.from;
        params[`t${index}`] = span.to;
        return `(device IN {d${index}:Array(UInt32)} AND at BETWEEN {f${index}:Int64} AND {t${index}:Int64})`;
      });
      // Without FINAL, which takes twice as long: nearly every identity has one row.
      const rows = await analytics.query<StoredReading & { readonly version: number }>({
        sql: `SELECT device, toFloat64(at) AS at, descriptors, visitor, x, y, value, weight, interval,
            toFloat64(version) AS version FROM readings
          WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} AND metric = {metric:String}
            AND (${conditions.join(' OR ')})`,
        params,
      });
      rows.sort((a, b) => a.version - b.version);
      // The engine prints single precision in its own few digits.
      return rows.map((row) => ({ ...row, x: Math.fround(row.x), y: Math.fround(row.y) }));
    },

    /** Resolves when every row is on disk. The rows of one call must not repeat an identity. */
    async insert(rows: readonly ReadingRow[], version: number): Promise<void> {
      for (const part of fewMonthsEach(rows)) {
        await analytics.insert(
          'readings',
          part.map((row) => ({ ...row, version })),
        );
      }
    },
  };
}

/** Almost always everything at once; only a batch that spans years is cut. */
function fewMonthsEach(rows: readonly ReadingRow[]): readonly (readonly ReadingRow[])[] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { at } of rows) {
    if (at < from) from = at;
    if (at > to) to = at;
  }
  if (monthOf(to) - monthOf(from) < monthsPerInsert) return rows.length === 0 ? [] : [rows];
  const parts = new Map<number, ReadingRow[]>();
  for (const row of rows) {
    const part = Math.floor(monthOf(row.at) / monthsPerInsert);
    const found = parts.get(part);
    if (found === undefined) parts.set(part, [row]);
    else found.push(row);
  }
  return [...parts.values()];
}

function monthOf(at: Instant): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
