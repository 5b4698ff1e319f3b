import type { Instant } from '@atrium/domain/core';
import { type ReadingContent, type ReadingIdentity, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { ReadingRow } from './reading-row.ts';
import type { LookupSpan } from './settle/lookup-spans.ts';

/** Identifies all readings of one metric at one site: the prefix of the table's primary key. */
export type SeriesHead = Pick<ReadingRow, 'organization' | 'installation' | 'metric'>;

/** Identifies one device's readings of one metric at one site. */
export type DeviceSeries = SeriesHead & Pick<ReadingRow, 'device'>;

/** First and last start of a series' readings of one interval (s), both inclusive. */
export interface LengthSpan extends Pick<ReadingRow, 'installation' | 'metric' | 'device'> {
  readonly interval: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** Reading as sent. */
export interface StoredReading extends Omit<ReadingIdentity, 'metric'>, ReadingContent {
  readonly device: number;
  /** Import that wrote it; 0 for none. */
  readonly import: number;
  /** Share of the value, or of a duration's weight, that counts. */
  readonly counted: number;
}

/** Reading as it was sent before an import replaced it. */
export interface ReplacedReading extends ReadingRow {
  readonly replacedBy: number;
}

/** Each month of an insert becomes a part. The engine rejects more than 100 at once, and each part is synced. */
const monthsPerInsert = 60;

const forIngestion = { purpose: 'ingestion' } as const;

export type ReadingStore = ReturnType<typeof readingStore>;

/** Access to the readings table for ingestion. Rows carry the organization of a scope. */
export function readingStore(analytics: AnalyticsStore) {
  return {
    /** Returns the greatest version ever written (µs), 0 for an empty table. */
    async greatestVersion(): Promise<number> {
      const sql = 'SELECT toFloat64(max(version)) AS greatest FROM readings';
      const [row] = await analytics.query<{ greatest: number }>({ sql, params: {} }, forIngestion);
      return row?.greatest ?? 0;
    },

    /**
     * Returns the first and last reading of each series since the instant, by interval. Queried together, because
     * planning a statement costs more than reading a few days of a series. May include other series of these devices
     * and metrics.
     */
    async rangesOf(series: readonly DeviceSeries[], since: Instant): Promise<LengthSpan[]> {
      const sql = `SELECT installation, metric, device, interval, toFloat64(min(at)) AS from, toFloat64(max(at)) AS to
          FROM readings
          WHERE organization IN {organizations:Array(UInt32)} AND installation IN {installations:Array(UInt32)}
            AND metric IN {metrics:Array(String)} AND device IN {devices:Array(UInt32)} AND at >= {since:Int64}
          GROUP BY installation, metric, device, interval`;
      const each = <Value>(of: (one: DeviceSeries) => Value) => [...new Set(series.map(of))];
      const params = {
        organizations: each((one) => one.organization),
        installations: each((one) => one.installation),
        metrics: each((one) => one.metric),
        devices: each((one) => one.device),
        since,
      };
      return analytics.query<LengthSpan>({ sql, params }, forIngestion);
    },

    /** Returns the stored readings inside the spans. The newest version of a reading comes last. */
    contentsOf(head: SeriesHead, spans: readonly LookupSpan[]): Promise<StoredReading[]> {
      const params: Record<string, unknown> = { ...head };
      const conditions = spans.map((span, index) => {
        params[`d${index}`] = span.devices;
        params[`f${index}`] = span.from;
        params[`t${index}`] = span.to;
        return `(device IN {d${index}:Array(UInt32)} AND at BETWEEN {f${index}:Int64} AND {t${index}:Int64})`;
      });
      return readContents(analytics, head, conditions.join(' OR '), params);
    },

    /** Returns the stored readings at single instants; one set look-up per reading. */
    contentsAt(head: SeriesHead, places: readonly Pick<ReadingRow, 'device' | 'at'>[]): Promise<StoredReading[]> {
      // The bounds let the engine skip months.
      const condition = `at BETWEEN {from:Int64} AND {to:Int64} AND (device, at) IN (
        SELECT place.1, place.2 FROM (SELECT arrayJoin(arrayZip({devices:Array(UInt32)}, {instants:Array(Int64)})) AS place))`;
      const instants = places.map(({ at }) => at);
      return readContents(analytics, head, condition, {
        ...head,
        devices: places.map(({ device }) => device),
        instants,
        from: instants.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
        to: instants.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY),
      });
    },

    /** Stores the readings that imports are about to replace; resolves once all are on disk. */
    async insertReplaced(rows: readonly ReplacedReading[], version: number): Promise<void> {
      for (const part of splitByMonths(rows)) {
        await analytics.insert(
          'replaced_readings',
          part.map(({ replacedBy, ...row }) => ({ ...row, replaced_by: replacedBy, version })),
        );
      }
    },

    /** Inserts the rows; resolves once all are on disk. Rows of one call must not repeat an identity. */
    async insert(rows: readonly ReadingRow[], version: number): Promise<void> {
      for (const part of splitByMonths(rows)) {
        await analytics.insert(
          'readings',
          part.map((row) => ({ ...row, version })),
        );
      }
    },
  };
}

async function readContents(
  analytics: AnalyticsStore,
  head: SeriesHead,
  condition: string,
  params: Record<string, unknown>,
): Promise<StoredReading[]> {
  // No FINAL, which doubles the time: nearly every identity has one row.
  const sql = `SELECT device, toFloat64(at) AS at, descriptors, visitor, x, y, value, weight, interval, sent,
        import, toFloat64(version) AS version FROM readings
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} AND metric = {metric:String}
        AND (${condition})`;
  type Row = Omit<StoredReading, 'counted'> & { readonly version: number; readonly sent: number | null };
  const shared = sendableMetrics.get(head.metric)?.kind === 'duration' ? 'weight' : 'value';
  const rows = await analytics.query<Row>({ sql, params }, forIngestion);
  rows.sort((a, b) => a.version - b.version);
  // The engine prints single-precision numbers with fewer digits.
  return rows.map(({ version: _, sent, ...row }) => {
    const place = { x: Math.fround(row.x), y: Math.fround(row.y) };
    return { ...row, ...place, counted: row[shared], [shared]: sent ?? row[shared] };
  });
}

/** Splits only batches that span years. */
function splitByMonths<Row extends ReadingRow>(rows: readonly Row[]): readonly (readonly Row[])[] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { at } of rows) {
    if (at < from) from = at;
    if (at > to) to = at;
  }
  if (monthOf(to) - monthOf(from) < monthsPerInsert) return rows.length === 0 ? [] : [rows];
  const parts = new Map<number, Row[]>();
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
