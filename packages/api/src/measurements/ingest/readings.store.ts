import type { Instant } from '@atrium/domain/core';
import { type ReadingContent, type ReadingIdentity, sendableMetrics } from '@atrium/domain/measurements/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { ReadingRow } from './reading-row.ts';
import type { LookupSpan } from './settle/lookup-spans.ts';

/** All readings of one metric at one site: the head of the table's key. */
export type SeriesHead = Pick<ReadingRow, 'organization' | 'installation' | 'metric'>;

/** One device's readings of one metric at one site. */
export type SeriesOfDevice = SeriesHead & Pick<ReadingRow, 'device'>;

/** Between which instants readings of one length (s) of a series begin, both ends included. */
export interface LengthSpan extends Pick<ReadingRow, 'installation' | 'metric' | 'device'> {
  readonly interval: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** A reading as it was sent. */
export interface StoredReading extends Omit<ReadingIdentity, 'metric'>, ReadingContent {
  readonly device: number;
  /** What counts of the value, or of a duration's weight. */
  readonly counted: number;
}

/** Parts of an insert lie in one month each; the engine refuses more than 100 at once, and every part is a sync. */
const monthsPerInsert = 60;

const forIngestion = { purpose: 'ingestion' } as const;

export type ReadingStore = ReturnType<typeof readingStore>;

/** The readings table, as far as taking readings in needs it. Rows carry the organization that a scope gave them. */
export function readingStore(analytics: AnalyticsStore) {
  return {
    /** The greatest version ever written (µs), 0 for an empty table. */
    async greatestVersion(): Promise<number> {
      const sql = 'SELECT toFloat64(max(version)) AS greatest FROM readings';
      const [row] = await analytics.query<{ greatest: number }>({ sql, params: {} }, forIngestion);
      return row?.greatest ?? 0;
    },

    /**
     * Earliest and latest reading of each of the series that has any from this instant on, by their length. Asked together
     * because planning a statement takes longer than reading some days of a series; what others of these devices sent of
     * the same metrics may be told as well.
     */
    async rangesOf(series: readonly SeriesOfDevice[], since: Instant): Promise<LengthSpan[]> {
      const sql = `SELECT installation, metric, device, interval, toFloat64(min(at)) AS from, toFloat64(max(at)) AS to
          FROM readings
          WHERE organization IN {organizations:Array(UInt32)} AND installation IN {installations:Array(UInt32)}
            AND metric IN {metrics:Array(String)} AND device IN {devices:Array(UInt32)} AND at >= {since:Int64}
          GROUP BY installation, metric, device, interval`;
      const each = <Value>(of: (one: SeriesOfDevice) => Value) => [...new Set(series.map(of))];
      const params = {
        organizations: each((one) => one.organization),
        installations: each((one) => one.installation),
        metrics: each((one) => one.metric),
        devices: each((one) => one.device),
        since,
      };
      return analytics.query<LengthSpan>({ sql, params }, forIngestion);
    },

    /** What the store holds inside the spans; of an identity written several times, the newest comes last. */
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

    /** The same of devices at single instants: one look at a set for each reading, however many there are. */
    contentsAt(head: SeriesHead, places: readonly Pick<ReadingRow, 'device' | 'at'>[]): Promise<StoredReading[]> {
      // The bounds tell which months there is nothing to look for in.
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

async function readContents(
  analytics: AnalyticsStore,
  head: SeriesHead,
  condition: string,
  params: Record<string, unknown>,
): Promise<StoredReading[]> {
  // Without FINAL, which takes twice as long: nearly every identity has one row.
  const sql = `SELECT device, toFloat64(at) AS at, descriptors, visitor, x, y, value, weight, interval, sent,
        toFloat64(version) AS version FROM readings
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} AND metric = {metric:String}
        AND (${condition})`;
  type Row = Omit<StoredReading, 'counted'> & { readonly version: number; readonly sent: number | null };
  const shared = sendableMetrics.get(head.metric)?.kind === 'duration' ? 'weight' : 'value';
  const rows = await analytics.query<Row>({ sql, params }, forIngestion);
  rows.sort((a, b) => a.version - b.version);
  // The engine prints single precision in its own few digits.
  return rows.map(({ version: _, sent, ...row }) => {
    const place = { x: Math.fround(row.x), y: Math.fround(row.y) };
    return { ...row, ...place, counted: row[shared], [shared]: sent ?? row[shared] };
  });
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
