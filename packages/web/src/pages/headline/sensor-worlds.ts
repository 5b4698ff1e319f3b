import type { DeviceId, ZoneId } from '@atrium/domain/core';
import { id } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import type { AskedQuery } from '@atrium/domain/pages';
import fc from 'fast-check';
import { site as gallerySite, parseClock } from '../../../gallery/site.ts';
import type { Site } from '../site-page/site.ts';

/** A sensor or meter of an invented site, with one reading per half-hour. */
export interface ReadingSource {
  readonly name: string;
  readonly metric: string;
  readonly zone: number;
  /** Whether its values add up. Otherwise they are samples with a mean. */
  readonly adds: boolean;
  /** Typical value. */
  readonly about: number;
}

/** The user's filters in an invented winter, and which sensors were silent recently. */
export interface SensorWorld {
  readonly seed: number;
  /** Change of this week's values from earlier weeks, by sensor. */
  readonly shift: readonly number[];
  /** Silence per sensor in half-hours; it starts `back` half-hours before now. */
  readonly silence: readonly { readonly back: number; readonly length: number }[];
  /** Half-hours since Monday 23 February 2026, 00:00. */
  readonly at: number;
  readonly preset: 'today' | 'yesterday' | 'last7';
  readonly hours: 'all' | 'morning' | 'afternoon';
  readonly mode: 'USUAL' | 'PREVIOUS_WEEKS';
}

export const sensorWorlds = (tellers: number): fc.Arbitrary<SensorWorld> =>
  fc.record({
    seed: fc.nat(10_000),
    shift: fc.array(fc.constantFrom(0.4, 0.9, 1, 1, 1.3, 2.5), { minLength: tellers, maxLength: tellers }),
    silence: fc.array(
      fc.record({ back: fc.integer({ min: 0, max: 60 }), length: fc.constantFrom(0, 0, 0, 2, 9, 40, 400) }),
      { minLength: tellers, maxLength: tellers },
    ),
    at: fc.integer({ min: 0, max: 7 * 48 - 1 }),
    preset: fc.constantFrom('today', 'today', 'yesterday', 'last7'),
    hours: fc.constantFrom('all', 'all', 'morning', 'afternoon'),
    mode: fc.constantFrom('USUAL', 'PREVIOUS_WEEKS'),
  });

export const half = 1_800_000;
const day = 48 * half;
const week = 7 * day;
const monday = parseClock('2026-02-23T00:00');

/** Lies between two half-hours, so that the current one has no reading yet. */
export const getNow = ({ at }: SensorWorld) => monday + at * half + 600_000;

/** Monday to Saturday, 08:00–20:00. */
export function isOpen(at: number): boolean {
  const slot = (at - monday + 70 * week) / half;
  return Math.floor(slot / 48) % 7 !== 6 && slot % 48 >= 16 && slot % 48 < 40;
}

/** Returns a sensor's reading for the half-hour that starts at `at`; null while it was silent. */
export function getReading(
  world: SensorWorld,
  tellers: readonly ReadingSource[],
  index: number,
  at: number,
): number | null {
  const teller = tellers[index];
  const { back, length } = world.silence[index] ?? { back: 0, length: 0 };
  const slot = Math.round((at - monday) / half);
  const begin = world.at - back;
  if (!teller || (slot >= 0 && slot >= begin && slot < begin + length)) return null;
  const noise = Math.sin(world.seed + slot * 12.9898 + index * 78.233) * 43_758.5453;
  const share = noise - Math.floor(noise);
  return Math.round(teller.about * (0.8 + 0.4 * share) * (slot >= 0 ? (world.shift[index] ?? 1) : 1) * 1000) / 1000;
}

/** Returns the half-hours in the filters: whole days or parts of them. */
export function requestedHalves(world: Pick<SensorWorld, 'at' | 'preset' | 'hours'>): number[] {
  const midnight = monday + Math.floor(world.at / 48) * day;
  const [first, last] = { today: [0, 0], yesterday: [1, 1], last7: [6, 0] }[world.preset] as [number, number];
  const halves = [];
  for (let at = midnight - first * day; at < midnight - last * day + day; at += half) {
    const hour = ((((at - monday) / 3_600_000) % 24) + 24) % 24;
    if (world.hours === 'all' || (world.hours === 'morning' ? hour < 12 : hour >= 12)) halves.push(at);
  }
  return halves;
}

/** Returns those that are over. */
export const finishedHalves = (world: SensorWorld) => requestedHalves(world).filter((at) => at + half <= getNow(world));

/** The earlier weeks each comparison uses. */
export const weeksBack = ({ mode }: SensorWorld) => (mode === 'USUAL' ? [1, 2, 3, 4] : [1]).map((back) => back * week);

/** Builds a site of zones in one top zone, without counters at their doors. */
export function buildSite(tellers: readonly ReadingSource[]): Site {
  return {
    ...gallerySite,
    airSensors: tellers
      .filter(({ adds }) => !adds)
      .map(({ name, zone }, index) => ({ id: id<DeviceId>(index + 1), name, zoneId: id<ZoneId>(zone) })),
  };
}

/** Since when all these sensors have been silent; null if any reported in the last finished half-hour. */
export function silentSince(
  world: SensorWorld,
  tellers: readonly ReadingSource[],
  indices: readonly number[],
): number | null {
  const since = indices.map((index) => {
    let at = monday + world.at * half;
    while (getReading(world, tellers, index, at - half) === null) at -= half;
    return at;
  });
  return since.length === 0 || since.includes(monday + world.at * half) ? null : Math.max(...since);
}

interface Figures {
  readonly value: number | null;
  readonly usual: number | null;
  readonly ratio: number | null;
  readonly silentSince: number | null;
  readonly comparable: { readonly known: number; readonly asked: number };
}

/** Computes what some sensors reported, and their usual value over the same half-hours. */
function figuresOf(
  world: SensorWorld,
  tellers: readonly ReadingSource[],
  { aggregation, compare }: AskedQuery,
  indices: readonly number[],
  halves: readonly number[],
): Figures {
  const fold = (values: readonly number[]) => {
    if (values.length === 0) return null;
    if (aggregation === 'MAX') return Math.max(...values);
    if (aggregation === 'MIN') return Math.min(...values);
    const sum = values.reduce((all, value) => all + value, 0);
    return tellers[indices[0] ?? 0]?.adds ? sum : sum / values.length;
  };
  const told = halves.flatMap((at) =>
    indices.flatMap((index) => {
      const value = getReading(world, tellers, index, at);
      return value === null ? [] : [{ index, at, value }];
    }),
  );
  const backs = compare === undefined ? [] : weeksBack(world);
  const earlier = backs.map((back) =>
    fold(told.map(({ index, at }) => getReading(world, tellers, index, at - back) ?? 0)),
  );
  const ratio = halves.length * indices.length === 0 ? null : told.length / (halves.length * indices.length);
  const days = { today: 1, yesterday: 1, last7: 7 }[world.preset];
  return {
    value: fold(told.map(({ value }) => value)),
    usual: told.length * backs.length === 0 ? null : earlier.reduce<number>((a, b) => a + (b ?? 0), 0) / backs.length,
    ratio,
    silentSince: silentSince(world, tellers, indices),
    comparable: { known: days * (ratio ?? 0), asked: days },
  };
}

const line = (label: string, value: number | null) =>
  (value === null ? { label, value, state: 'missing' } : { label, value }) as LabelledValue;
const labelOf = (at: number) => new Date(at).toISOString();
type Part = readonly [string, Figures];

function answerOf(parts: readonly Part[], all: Figures, isCompared: boolean) {
  const change = ({ value, usual }: Figures) => (value === null || usual === null ? null : (value / usual - 1) * 100);
  const tooFew = ({ comparable }: Figures) => (comparable.known * 2 < comparable.asked ? { tooFew: comparable } : {});
  return {
    data: parts.map(([label, { value }]) => line(label, value)),
    comparison: isCompared
      ? parts.map(([label, figures]) => ({ ...line(label, figures.usual), ...tooFew(figures) }))
      : null,
    evolution: isCompared ? parts.map(([label, figures]) => line(label, change(figures))) : null,
    comparisonCoverage: isCompared ? all.comparable : null,
    coverage: { ratio: all.ratio, silent: [], sites: [{ installationId: 1, ...all }] },
    granularity: 1800,
  };
}

/** Answers queries as the server does; null for queries that these tests do not need. */
export function createFakeServer(world: SensorWorld, tellers: readonly ReadingSource[]) {
  return (query: AskedQuery) => {
    const by = query.groupBy?.map(({ type }) => type).join() ?? '';
    const values = (name: string) => query.filters.conditions.find(({ criterion }) => criterion === name)?.values ?? [];
    const zones = values('ZONES');
    const [from = '', to = ''] = values('DATE')[0]?.split('/') ?? [];
    const within = (at: number) => !from.includes('T') || (at >= Date.parse(from) && at < Date.parse(to));
    const isJudged = query.hours !== undefined && 'openingOnly' in query.hours;
    const asked = finishedHalves(world).filter((at) => within(at) && (!isJudged || isOpen(at)));
    const inZone = (zone: string) =>
      tellers.flatMap(({ metric, zone: own }, index) =>
        metric === query.metric && (zone === '1' || String(own) === zone) ? [index] : [],
      );
    const of = [...new Set(zones.flatMap(inZone))];
    const figures = (indices: readonly number[], halves: readonly number[]) =>
      figuresOf(world, tellers, query, indices, halves);
    const answer = (parts: readonly Part[]) => answerOf(parts, figures(of, asked), query.compare !== undefined);
    if (by === '') return answer([['all', figures(of, asked)]]);
    if (by === 'ZONE_ID') return answer(zones.map((zone) => [zone, figures(inZone(zone), asked)]));
    if (query.aggregation === undefined) return null;
    if (by === 'DATE') return answer(asked.map((at) => [labelOf(at), figures(of, [at])]));
    const days = Map.groupBy(asked, (at) => monday + Math.floor((at - monday) / day) * day);
    const data = zones.map((zone) => ({
      label: zone,
      value: [...days].map(([begin, halves]) => line(labelOf(begin), figures(inZone(zone), halves).value)),
    }));
    return { ...answer([]), data: data as unknown as LabelledValue[], granularity: 86_400 };
  };
}
