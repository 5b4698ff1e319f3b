import type { RawQuery } from '@atrium/domain/numbers';
import type { Statement } from '../../src/platform/analytics-store.ts';
import { type BenchWorld, timezone } from './bench-world.ts';
import { listCounters } from './readings.store.ts';

const dayMs = 86_400_000;

/** One query in three languages. It covers other days each time, so that no answer is cached. */
export interface Question {
  readonly name: string;
  /** Number of whole days it covers. */
  readonly days: number;
  /** `days` defaults to the query's own number. */
  readonly query: (time: number, days?: number) => RawQuery;
  /** The best known hand-written SQL, over readings or reference tables; the fastest counts. The result column is `value`. */
  readonly engine: readonly ((time: number) => Statement)[];
  readonly postgres: (time: number) => { readonly text: string; readonly values: readonly unknown[] };
  readonly isOfOneSite: boolean;
  /**
   * `postgresAtLeast`: minimum ratio of PostgreSQL's time to ours. `postgresAtMost`, for a single lookup: maximum ratio
   * of our time to PostgreSQL's.
   */
  readonly goal: { readonly postgresAtLeast?: number; readonly postgresAtMost?: number };
}

const localDay = `toDate(fromUnixTimestamp64Milli(at, '${timezone}'))`;
const pgDay = `(at at time zone '${timezone}')::date`;
const place = `organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}`;
const within = `at >= {from:Int64} AND at < {to:Int64}`;

export function buildQuestions(world: BenchWorld): Question[] {
  const ground = buildGround(world);
  return [
    dayOfZone(ground),
    monthByZone(ground),
    yearOfSite(ground),
    yearByWeekday(ground),
    yearByWeekdayAndHour(ground),
    airBySite(ground),
  ];
}

interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** Local dates; the last is exclusive. */
  readonly first: string;
  readonly last: string;
  readonly text: string;
}

/** Sites and devices of the queries, and their time ranges. */
interface QuestionContext {
  readonly organization: number;
  /** The first site, and all sites. */
  readonly here: readonly number[];
  readonly all: readonly number[];
  readonly rooms: readonly number[];
  /** The first site's counters, and for each the room behind its door. */
  readonly pads: readonly number[];
  readonly roomOf: readonly number[];
  /** Returns a range of whole local days, one day earlier for each `time`. */
  readonly span: (days: number, time: number) => TimeRange;
}

function buildGround({ organization, sites, end }: BenchWorld): QuestionContext {
  const [site] = sites;
  if (site === undefined) throw new Error('no site');
  const counters = listCounters(site);
  const date = (daysAgo: number) => new Date(end - daysAgo * dayMs).toISOString().slice(0, 10);
  return {
    organization,
    here: [site.installationId],
    all: sites.map(({ installationId }) => installationId),
    rooms: site.zones.filter(({ parentIds }) => parentIds.length > 0).map(({ id }) => id),
    pads: counters.map(({ id }) => id),
    roomOf: counters.map(({ room }) => room),
    span: (days, time) => {
      const [first, last] = [date(time + 1 + days), date(time + 1)];
      return { from: getMidnight(first), to: getMidnight(last), first, last, text: `${first}/${last}` };
    },
  };
}

const during = (text: string) => ({ criterion: 'DATE', values: [text] });
const zones = (ids: readonly number[]) => ({ criterion: 'ZONES', values: ids.map(String) });
const daily = { type: 'DATE', granularity: 86_400 };

/** Builds SQL over the reference of a row per device and local day. `value` sums a column of it. */
function byDay(
  { span }: QuestionContext,
  installations: readonly number[],
  days: number,
  columns: string,
  value = 'sum(value)',
  more = '',
  params = {},
) {
  return (time: number): Statement => ({
    sql: `SELECT ${columns}, ${value} AS value FROM bench_days
      WHERE metric = 'affluenceIn' AND ${site(installations)} ${more} AND day >= {first:Date} AND day < {last:Date} GROUP BY ALL`,
    params: { installations, ...span(days, time), ...params },
  });
}

/** Builds SQL over the reference of a row per room and hour. */
function byHour(
  { span }: QuestionContext,
  installations: readonly number[],
  days: number,
  columns: string,
  more = '',
  params = {},
) {
  return (time: number): Statement => ({
    sql: `SELECT ${columns}, sum(value) AS value FROM bench_hours
      WHERE metric = 'affluenceIn' AND ${site(installations)} ${more} AND ${within} GROUP BY ALL`,
    params: { installations, ...span(days, time), ...params },
  });
}

const site = (installations: readonly number[]) =>
  installations.length === 1
    ? 'installation = {installations:Array(UInt32)}[1]'
    : 'installation IN {installations:Array(UInt32)}';

/** Builds the same for PostgreSQL, from the readings. */
function pgEntries(
  { span }: QuestionContext,
  installations: readonly number[],
  days: number,
  columns: readonly string[],
  more = '',
  params: readonly unknown[] = [],
) {
  return (time: number) => {
    const { from, to } = span(days, time);
    return {
      text: `select ${columns.join(', ')}, sum(value) as value from bench_readings
        where installation = any($1) and metric = 'affluenceIn' and at >= $2 and at < $3 ${more}
        group by ${columns.map((_, index) => index + 1).join(', ')}`,
      values: [installations, new Date(from), new Date(to), ...params],
    };
  };
}

function dayOfZone(ground: QuestionContext): Question {
  const { here, rooms, pads, roomOf, span } = ground;
  const devices = pads.filter((_, index) => roomOf[index] === rooms[0]);
  return {
    name: "one zone's day by hour",
    days: 1,
    isOfOneSite: true,
    query: (time, days = 1) => ({
      metric: 'affluenceIn',
      filters: { conditions: [during(span(days, time).text), zones(rooms.slice(0, 1))] },
      groupBy: [{ type: 'DATE', granularity: 3600 }],
    }),
    engine: [
      byHour(ground, here, 1, 'at', 'AND room = {room:UInt32}', { room: rooms[0] }),
      byDay(ground, here, 1, 'day', 'arrayJoin(sumForEach(hours))', 'AND device IN {devices:Array(UInt32)}', {
        devices,
      }),
    ],
    postgres: pgEntries(ground, here, 1, ["date_trunc('hour', at)"], 'and device = any($4)', [devices]),
    goal: { postgresAtMost: 2 },
  };
}

function monthByZone(ground: QuestionContext): Question {
  const { here, rooms, pads, roomOf, span } = ground;
  const room = 'transform(device, {pads:Array(UInt32)}, {roomOf:Array(UInt32)}) AS room';
  const pgRoom = '($5::int[])[array_position($4::int[], device)]';
  return {
    name: 'a month by zone and day',
    days: 31,
    isOfOneSite: true,
    query: (time, days = 31) => ({
      metric: 'affluenceIn',
      filters: { conditions: [during(span(days, time).text), zones(rooms)] },
      groupBy: [{ type: 'ZONE' }, daily],
    }),
    engine: [
      byDay(ground, here, 31, `${room}, day`, 'sum(value)', '', { pads, roomOf }),
      byHour(ground, here, 31, `room, ${localDay} AS day`),
    ],
    postgres: pgEntries(ground, here, 31, [pgRoom, pgDay], '', [pads, roomOf]),
    goal: {},
  };
}

function yearOfSite(ground: QuestionContext): Question {
  const only = { criterion: 'INSTALLATIONS', values: ground.here.map(String) };
  return {
    name: "a site's year by day",
    days: 365,
    isOfOneSite: true,
    query: (time, days = 365) => ({
      metric: 'affluenceIn',
      filters: { conditions: [during(ground.span(days, time).text), only] },
      groupBy: [daily],
    }),
    engine: [byDay(ground, ground.here, 365, 'day'), byHour(ground, ground.here, 365, `${localDay} AS day`)],
    postgres: pgEntries(ground, ground.here, 365, [pgDay]),
    goal: {},
  };
}

function yearByWeekday(ground: QuestionContext): Question {
  return {
    name: "the organization's year by weekday",
    days: 365,
    isOfOneSite: false,
    query: (time, days = 365) => ({
      metric: 'affluenceIn',
      filters: { conditions: [during(ground.span(days, time).text)] },
      groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' }],
    }),
    engine: [
      byDay(ground, ground.all, 365, 'toDayOfWeek(day) AS weekday'),
      byHour(ground, ground.all, 365, `toDayOfWeek(${localDay}) AS weekday`),
    ],
    postgres: pgEntries(ground, ground.all, 365, [`extract(isodow from at at time zone '${timezone}')`]),
    goal: { postgresAtLeast: 20 },
  };
}

function yearByWeekdayAndHour(ground: QuestionContext): Question {
  const local = `fromUnixTimestamp64Milli(at, '${timezone}')`;
  const pgLocal = `at at time zone '${timezone}'`;
  return {
    name: "the organization's year by weekday and hour",
    days: 365,
    isOfOneSite: false,
    query: (time, days = 365) => ({
      metric: 'affluenceIn',
      filters: { conditions: [during(ground.span(days, time).text)] },
      groupBy: ['WEEKDAY', 'HOURLY'].map((period) => ({ type: 'DISCONTINUOUS_DATE', period })),
    }),
    engine: [
      byDay(ground, ground.all, 365, 'toDayOfWeek(day) AS weekday', 'arrayJoin(sumForEach(hours))'),
      byHour(ground, ground.all, 365, `toDayOfWeek(${local}) AS weekday, toHour(${local}) AS hour`),
    ],
    postgres: pgEntries(ground, ground.all, 365, [`extract(isodow from ${pgLocal})`, `extract(hour from ${pgLocal})`]),
    goal: { postgresAtLeast: 20 },
  };
}

function airBySite({ organization, all, span }: QuestionContext): Question {
  const percentile = (aggregate: string, table: string, time: string) => (index: number) => ({
    sql: `SELECT installation, ${aggregate} AS value FROM ${table} metric = 'co2' AND ${time} GROUP BY installation`,
    params: { organization, installations: all, ...span(365, index) },
  });
  return {
    name: 'the 95th percentile of CO2 by site, a year',
    days: 365,
    isOfOneSite: false,
    query: (time, days = 365) => ({
      metric: 'co2',
      aggregation: 'P95',
      filters: { conditions: [during(span(days, time).text)] },
      groupBy: [{ type: 'ZONE' }],
    }),
    engine: [
      percentile('quantileExactInclusive(0.95)(value)', `readings FINAL WHERE ${place} AND`, within),
      percentile(
        'quantileExactInclusiveArray(0.95)(levels)',
        `bench_days WHERE ${site(all)} AND`,
        'day >= {first:Date} AND day < {last:Date}',
      ),
    ],
    postgres: (time) => {
      const { from, to } = span(365, time);
      return {
        text: `select installation, percentile_cont(0.95) within group (order by value) as value from bench_readings
          where installation = any($1) and metric = 'co2' and at >= $2 and at < $3 group by 1`,
        values: [all, new Date(from), new Date(to)],
      };
    },
    goal: {},
  };
}

/** Returns the start of a day in the bench's time zone, whose offset changes at night but never at midnight. */
export function getMidnight(date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const text = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }).format(utc);
  return utc - Number(text) * 3_600_000;
}
