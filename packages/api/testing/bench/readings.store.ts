import type { Device, Topology } from '@atrium/domain/sites';
import type { Pool } from 'pg';
import type { AnalyticsStore } from '../../src/platform/analytics-store.ts';

/** Readings of a site, per quarter of an hour: entries and exits of each door, and CO2 of the air sensor. */
export interface SiteHistory {
  readonly organization: number;
  readonly installation: number;
  readonly devices: readonly Device[];
  readonly begin: number;
  readonly end: number;
}

const quarterMs = 900_000;

/** Returns a site's counters, each with the room behind its door. */
export function listCounters({ devices, passages }: Pick<Topology, 'devices' | 'passages'>) {
  const behind = new Map(passages.map((passage) => [passage.id as number, passage.ends[0]?.toZoneId as number]));
  return devices
    .filter(({ kind }) => kind === 'pad')
    .map(({ id, placements: [placed] }) => ({
      id: id as number,
      room: placed !== undefined && 'passageId' in placed.at ? (behind.get(placed.at.passageId) as number) : 0,
    }));
}

/** Whole numbers that both engines compute identically from device and quarter. */
const counted = (device: string, quarter: string, which: number) =>
  `case when (${quarter}) % 96 between 32 and 79 then (${device} * 31 + (${quarter}) * 17 + ${which * 5}) % 23 else 0 end`;
const air = (device: string, quarter: string) => `400 + (${device} * 13 + (${quarter}) * 29) % 800`;

function placed({ devices, begin, end }: SiteHistory) {
  const ids = (kind: Device['kind']) => devices.filter((device) => device.kind === kind).map(({ id }) => Number(id));
  return { pads: ids('pad'), air: ids('atmosphere'), first: begin / quarterMs, quarters: (end - begin) / quarterMs };
}

/** Stores the readings and returns their number. */
export async function fillEngine(analytics: AnalyticsStore, site: SiteHistory): Promise<number> {
  const { pads, air: sensors, first, quarters } = placed(site);
  const { organization, installation } = site;
  const insert = (metric: string, devices: readonly number[], value: string, interval: number) =>
    analytics.command({
      sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
        SELECT {organization:UInt32}, {installation:UInt32}, {metric:String}, device, toInt64(quarter) * ${quarterMs}, '', '', -1, -1,
          ${value}, 1, ${interval}, 1
        FROM (SELECT toInt64({first:Int64} + number) AS quarter FROM numbers({quarters:UInt64}))
        ARRAY JOIN {devices:Array(Int64)} AS device`,
      params: { organization, installation, metric, devices, first, quarters },
    });
  await insert('affluenceIn', pads, counted('device', 'quarter', 0), 900);
  await insert('affluenceOut', pads, counted('device', 'quarter', 1), 900);
  await insert('co2', sensors, air('device', 'quarter'), 0);
  return quarters * (2 * pads.length + sensors.length);
}

/**
 * Creates the reference tables: the fastest layouts known for the queries, independent of the product's rollups. One has a
 * row per device and local day with the hours in an array, the other a row per room and hour.
 */
export async function createReferences(analytics: AnalyticsStore): Promise<void> {
  for (const [name, columns, key] of [
    [
      'bench_days',
      'device UInt32, day Date, value Float64, hours Array(Float64), levels Array(Float64)',
      'day, device',
    ],
    ['bench_hours', 'room UInt32, at Int64, value Float64', 'room, at'],
  ] as const)
    await analytics.command({
      sql: `CREATE TABLE IF NOT EXISTS ${name} (metric LowCardinality(String), installation UInt32, ${columns})
        ENGINE = MergeTree ORDER BY (metric, installation, ${key}) SETTINGS auto_statistics_types = ''`,
      params: {},
    });
}

/** Fills the reference tables from the stored readings of a site. */
export async function fillReferences(analytics: AnalyticsStore, site: Topology): Promise<void> {
  const counters = listCounters(site);
  const params = {
    organization: site.organizationId,
    installation: site.installationId,
    timezone: site.timezone,
    pads: counters.map(({ id }) => id),
    rooms: counters.map(({ room }) => room),
  };
  const local = 'fromUnixTimestamp64Milli(at, {timezone:String})';
  const where = 'organization = {organization:UInt32} AND installation = {installation:UInt32}';
  await analytics.command({
    sql: `INSERT INTO bench_days SELECT metric, installation, device, toDate(${local}) AS day, sum(value),
        if(metric = 'co2', [], sumResample(0, 24, 1)(value, toHour(${local}))), if(metric = 'co2', groupArray(value), [])
      FROM readings WHERE ${where} GROUP BY metric, installation, device, day`,
    params,
  });
  await analytics.command({
    sql: `INSERT INTO bench_hours SELECT metric, installation, transform(device, {pads:Array(UInt32)}, {rooms:Array(UInt32)}) AS room,
        intDiv(at, 3600000) * 3600000 AS hour, sum(value)
      FROM readings WHERE ${where} AND device IN {pads:Array(UInt32)} GROUP BY metric, installation, room, hour`,
    params,
  });
}

/** Creates a separate table, without the product's additional columns. */
export async function clearPostgres(pool: Pool): Promise<void> {
  await pool.query('drop table if exists bench_readings');
  await pool.query(`create table bench_readings (installation int, metric text, device int, at timestamptz, value float8,
    constraint bench_key primary key (installation, metric, device, at) include (value))`);
}

export async function fillPostgres(pool: Pool, site: SiteHistory): Promise<void> {
  const { pads, air: sensors, first, quarters } = placed(site);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const insert = (metric: string, devices: readonly number[], value: string) =>
      client.query(
        `insert into bench_readings
         select $1::int, $2, device, to_timestamp(quarter * 900), ${value}
         from unnest($3::int[]) device, generate_series($4::bigint, $5::bigint - 1) quarter`,
        [site.installation, metric, devices, first, first + quarters],
      );
    await insert('affluenceIn', pads, counted('device', 'quarter', 0));
    await insert('affluenceOut', pads, counted('device', 'quarter', 1));
    await insert('co2', sensors, air('device', 'quarter'));
  } finally {
    client.release(true);
  }
}
