import type { Instant } from '@atrium/domain/core';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import type { HistorySite } from './device-history.store.ts';
import { buildCameraHistory, buildMeterHistory, LAMBDAS, type Params, PLACE, QUARTER } from './device-history.store.ts';
import { writeSensorHistory } from './sensor-history.store.ts';
import { computeDayFactor, getWeeklyPattern, QUARTERS } from './simulator/traffic/rhythm.ts';
import type { SiteSetting } from './simulator/traffic/site-model.ts';
import {
  cumulateShares,
  type DoorModel,
  type OutageModel,
  type RoomModel,
  type SiteModel,
} from './simulator/traffic/site-model.ts';

const DAY = 86_400_000;
/** Camera readings are numerous, so history covers only the days people view heatmaps of. */
const CAMERA_DAYS = 45;

/**
 * Writes a site's readings in [from, to) per quarter of an hour. The engine computes them itself, so that thirteen
 * months take seconds. Uses the live simulator's weekly pattern, so that today looks like the weeks before.
 */
export async function writeHistory(
  store: AnalyticsStore,
  site: HistorySite,
  from: Instant,
  to: Instant,
  version: number,
) {
  for (const piece of constantOffsets(site.setting, from, to)) {
    const base = baseParams(site, piece, version);
    await store.command(doorHistory(base, site));
    await store.command(roomHistory(base, site));
    if (site.model.cameras && piece.to > to - CAMERA_DAYS * DAY)
      await store.command(buildCameraHistory(base, site, to - CAMERA_DAYS * DAY));
  }
  const base = { organization: site.organizationId, installation: site.installationId, version };
  if (site.model.meters !== undefined) await store.command(buildMeterHistory(base, site, from, to));
  await writeSensorHistory(store, site, from, to, version);
}

interface Piece {
  readonly from: Instant;
  readonly to: Instant;
  readonly offset: number;
}

/** Splits a span where the UTC offset changes, so that the engine needs no time zone. */
function constantOffsets({ offsetAt }: SiteSetting, from: Instant, to: Instant): Piece[] {
  const pieces: Piece[] = [];
  let start = from;
  for (let at = from; at < to; at += QUARTER)
    if (offsetAt(at) !== offsetAt(start)) {
      pieces.push({ from: start, to: at, offset: offsetAt(start) });
      start = at;
    }
  pieces.push({ from: start, to, offset: offsetAt(start) });
  return pieces;
}

function baseParams(
  { organizationId, installationId, model, setting }: HistorySite,
  piece: Piece,
  version: number,
): Params {
  const firstDay = Math.floor((piece.from + piece.offset) / DAY) - 2;
  const days = Math.ceil((piece.to - piece.from) / DAY) + 4;
  return {
    organization: organizationId,
    installation: installationId,
    version,
    from: piece.from,
    quarters: (piece.to - piece.from) / QUARTER,
    offset: piece.offset,
    firstDay,
    rhythm: getWeeklyPattern(model).flat(),
    dayFactors: Array.from({ length: days }, (_, index) => computeDayFactor(model, setting.number, firstDay + index)),
  };
}

const arrivals = (lag: string) => `
  greatest(0, round(mean(quarter - ${lag}) + sqrt(mean(quarter - ${lag})) * noise(quarter - ${lag})))`;

/** A few lost hours a year, besides the outages of the model. */
const SPORADIC = 'NOT (cityHash64(device, dayNumber, 3) % 97 = 0 AND hour >= 13 AND hour < 15.5)';

/**
 * Splits a door's total into its kinds of people, or leaves it whole. Each kind gets the difference of two cumulative
 * shares. Both are shifted by the same random fraction before rounding down, so the parts add up to the total.
 */
const TOLD_APART = `if(empty(kinds), [(total.1, total.2, '')], arrayMap(
  (kind, upTo, after) -> (total.1, floor(total.2 * upTo + moved) - floor(total.2 * after + moved), kind), kinds, upTos, afters))`;

function doorHistory(base: Params, { model, deviceIds }: HistorySite): Statement {
  const doors = model.doors.filter(({ serial }) => deviceIds.has(serial));
  const lag = (door: DoorModel, share: number) => Math.max(1, Math.round((door.stayMinutes * share) / 15));
  return {
    sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
WITH ${LAMBDAS}
SELECT {organization:UInt32}, {installation:UInt32}, sent.1, device, at, sent.3, '', -1, -1, sent.2, 1, 900, {version:UInt64}
FROM (
  SELECT ${PLACE},
    tupleElement(door, 1) AS device, tupleElement(door, 2) AS visitors, tupleElement(door, 3) AS early,
    tupleElement(door, 4) AS late, tupleElement(door, 5) AS footfall,
    tupleElement(door, 6) AS kinds, tupleElement(door, 7) AS upTos, tupleElement(door, 8) AS afters,
    (cityHash64(device, quarter, 4) % 1000000) / 1000000 AS moved
  FROM numbers({quarters:UInt64})
  ARRAY JOIN arrayZip({devices:Array(UInt32)}, {visitors:Array(Float64)}, {early:Array(Int64)}, {late:Array(Int64)}, {footfall:Array(UInt8)},
    {kinds:Array(Array(String))}, {upTos:Array(Array(Float64))}, {afters:Array(Array(Float64))}) AS door
  WHERE ${SPORADIC} ${outageFilter(doors, deviceIds)}
)
ARRAY JOIN arrayFlatten(arrayMap(total -> ${TOLD_APART}, if(footfall = 1,
  [('footfall', ${arrivals('0')})],
  [('affluenceIn', ${arrivals('0')}), ('affluenceOut', floor(${arrivals('early')} / 2) + ceil(${arrivals('late')} / 2))]))) AS sent`,
    params: {
      ...base,
      devices: doors.map(({ serial }) => deviceIds.get(serial)),
      visitors: doors.map((door) => door.visitorsPerDay),
      early: doors.map((door) => lag(door, 0.6)),
      late: doors.map((door) => lag(door, 1.4)),
      footfall: doors.map((door) => (door.footfall ? 1 : 0)),
      kinds: doors.map(({ tells }) => tells?.values.map((value) => `${tells.descriptor}=${value}`) ?? []),
      upTos: doors.map(({ tells }) => (tells === undefined ? [] : cumulateShares(tells))),
      afters: doors.map(({ tells }) => (tells === undefined ? [] : [0, ...cumulateShares(tells).slice(0, -1)])),
    },
  };
}

function roomHistory(base: Params, { model, deviceIds }: HistorySite): Statement {
  const rooms = model.rooms.filter(({ serial }) => deviceIds.has(serial));
  return {
    sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
WITH (q) -> sqrt(-2 * log((cityHash64(device, q, 1) % 1000000 + 1) / 1000001)) * cos(2 * pi() * (cityHash64(device, q, 2) % 1000000) / 1000000) AS noise
SELECT {organization:UInt32}, {installation:UInt32}, sent.1, device, at, '', '', -1, -1, sent.2, 1, 900, {version:UInt64}
FROM (
  SELECT ${PLACE},
    tupleElement(room, 1) AS device, tupleElement(room, 2) AS co2, tupleElement(room, 3) AS warmth,
    arrayElement({crowds:Array(Float64)}, toUInt32((quarter + ${3 * QUARTERS}) % ${7 * QUARTERS} + 1))
      * arrayElement({dayFactors:Array(Float64)}, toUInt32(dayNumber - {firstDay:Int64} + 1)) AS crowd,
    cos(((dayNumber % 365.25) / 365.25 - 0.54) * 2 * pi()) AS season
  FROM numbers({quarters:UInt64})
  ARRAY JOIN arrayZip({devices:Array(UInt32)}, {co2:Array(Float64)}, {warmth:Array(Float64)}) AS room
  WHERE ${SPORADIC} ${outageFilter(rooms, deviceIds)}
)
ARRAY JOIN [
  ('co2', round(428 + co2 * crowd + 9 * noise(quarter))),
  ('temperature', round(warmth + 0.9 * season + 0.8 * crowd + 0.5 * sin((hour - 9) / 24 * 2 * pi()) + 0.08 * noise(quarter), 1)),
  ('humidity', round(43 + 9 * season + 3 * crowd + 0.4 * noise(quarter), 1))] AS sent`,
    params: {
      ...base,
      devices: rooms.map(({ serial }) => deviceIds.get(serial)),
      co2: rooms.map((room) => room.co2AtPeak),
      warmth: rooms.map((room) => room.temperature),
      crowds: weeklyCrowd(model),
    },
  };
}

/** Returns how much people affect the air, per quarter of the week: the arrivals of the last hour and a half. */
function weeklyCrowd(model: SiteModel): number[] {
  const week = getWeeklyPattern(model).flat();
  return week.map((_, index) => {
    let people = 0;
    for (let back = 0; back < 6; back += 1) people += week[(index - back + week.length) % week.length] ?? 0;
    return Math.min(1.3, (people / 6) * 30);
  });
}

/**
 * Builds the SQL filter for the gaps of outages whose packets are never sent. It inlines only numbers from the model,
 * so it is safe.
 */
function outageFilter(models: readonly (DoorModel | RoomModel)[], deviceIds: ReadonlyMap<string, number>): string {
  const holes = models.flatMap(({ serial, outages }) =>
    (outages ?? []).filter(lost).map((o) => ({ ...o, device: deviceIds.get(serial) ?? 0 })),
  );
  return holes
    .map(
      ({ device, everyDays, from, to }) =>
        `AND NOT (device = ${device} AND dayNumber % ${everyDays} = 0 AND hour >= ${from} AND hour < ${to})`,
    )
    .join(' ');
}

const lost = ({ resentAfterMinutes }: OutageModel) => resentAfterMinutes === null;
