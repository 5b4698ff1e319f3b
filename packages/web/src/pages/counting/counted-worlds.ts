import { type DeviceId, id, type PassageId, type ZoneId } from '@atrium/domain/core';
import { defaultFilters, resolveFilters, toCountingQueries } from '@atrium/domain/pages';
import fc from 'fast-check';
import { site as gallerySite, parseClock } from '../../../gallery/site.ts';
import type { Site } from '../site-page/site.ts';
import { buildCountingModel, type CountingNumbers } from './counting-model.ts';

/** An invented site, the counts at its doors and the user's filters. All dates are in one winter. */
export interface World {
  readonly seed: number;
  /** Maximum entries through a door in half an hour. */
  readonly busy: number;
  /** Factor of this week's entries over earlier weeks, by door. */
  readonly shift: readonly [number, number, number];
  /** Half-hours since Monday 23 February 2026, 00:00. */
  readonly at: number;
  readonly preset: 'today' | 'yesterday' | 'last7';
  readonly hours: 'all' | 'morning' | 'afternoon';
  readonly mode: 'USUAL' | 'PREVIOUS_WEEKS';
}

export const worlds: fc.Arbitrary<World> = fc.record({
  seed: fc.nat(10_000),
  busy: fc.constantFrom(0, 1, 2, 6, 60),
  shift: fc.tuple(...([0, 0, 0].map(() => fc.constantFrom(0.2, 1, 1, 3)) as [never, never, never])) as fc.Arbitrary<
    [number, number, number]
  >,
  at: fc.integer({ min: 0, max: 7 * 48 - 1 }),
  preset: fc.constantFrom('today', 'yesterday', 'last7'),
  hours: fc.constantFrom('all', 'all', 'morning', 'afternoon'),
  mode: fc.constantFrom('USUAL', 'PREVIOUS_WEEKS'),
});

const half = 1_800_000;
export const day = 86_400_000;
const week = 7 * day;
const monday = parseClock('2026-02-23T00:00');

/** Lies between two half-hours, so that the current one has no reading yet. */
export const getNow = ({ at }: World) => monday + at * half + 600_000;

/** Two street doors, and one between the hall and a shop. */
export const doors = ['Main entrance', 'Parking'] as const;
export const innerDoor = 'Passage to the shop';
/** The zone of passers-by. */
const street = 'Street';

/** Returns a door's reading for the half-hour that starts at `at`. */
function reading({ seed, busy, shift }: World, door: number, at: number): number {
  const slot = Math.round((at - monday) / half);
  const noise = Math.sin(seed + slot * 12.9898 + door * 78.233) * 43_758.5453;
  const share = noise - Math.floor(noise);
  const isDay = ((slot % 48) + 48) % 48 >= 16 && ((slot % 48) + 48) % 48 < 40;
  const grown = slot >= 0 ? (shift[door] ?? 1) : 1;
  return Math.floor(share * (busy + 1) * (isDay ? 1 : 0.1) * grown);
}

/** Everyone leaves through the same door an hour later, except those who enter in a day's last hour. */
function leaving(world: World, door: number, at: number): number {
  const hour = 2 * half;
  return (at - monday + 70 * day) % day < hour ? 0 : reading(world, door, at - hour);
}

/** Counts the passers-by in front of the main entrance. */
const passing = (world: World, at: number) => 3 * reading(world, 4, at);

/** Returns the half-hours in the filters: whole days or parts of them. */
export function requestedHalves(world: World): number[] {
  const midnight = monday + Math.floor(world.at / 48) * day;
  const [first, last] = { today: [0, 0], yesterday: [1, 1], last7: [6, 0] }[world.preset] as [number, number];
  const halves = [];
  for (let at = midnight - first * day; at < midnight - last * day + day; at += half) {
    const hour = ((at - monday) / 3_600_000 + 24 * 70) % 24;
    if (world.hours === 'all' || (world.hours === 'morning' ? hour < 12 : hour >= 12)) halves.push(at);
  }
  return halves;
}

/** Returns those that are over. */
export const finishedHalves = (world: World) => requestedHalves(world).filter((at) => at + half <= getNow(world));

/** The earlier weeks each comparison uses. */
const weeksBack = ({ mode }: World) => (mode === 'USUAL' ? [1, 2, 3, 4] : [1]);

/** Sums the counts of some half-hours, and their usual value. */
function counted(world: World, told: readonly number[], tell: (at: number) => number) {
  const sum = (back: number) => told.reduce((all, at) => all + tell(at - back * week), 0);
  const weeks = weeksBack(world);
  return { value: sum(0), usual: weeks.reduce((all, back) => all + sum(back), 0) / weeks.length };
}

export const entriesBy = (world: World, door: number) =>
  counted(world, finishedHalves(world), (at) => reading(world, door, at));

const both = (world: World, at: number) => reading(world, 0, at) + reading(world, 1, at);

/** Returns the entries of both doors in one half-hour (null before it is over) and their usual value. */
export function getBar(world: World, at: number): { readonly value: number | null; readonly usual: number } {
  const { value, usual } = counted(world, [at], (then) => both(world, then));
  return { value: at + half <= getNow(world) ? value : null, usual };
}

export const exitsBy = (world: World, door: number) =>
  counted(world, finishedHalves(world), (at) => leaving(world, door, at));

export const passersBy = (world: World) => counted(world, finishedHalves(world), (at) => passing(world, at));

/** Counts the people inside at today's last reading, whatever days are shown. */
export function insideNow(world: World) {
  const today = finishedHalves({ ...world, preset: 'today', hours: 'all' });
  return counted(world, today, (at) =>
    [0, 1].reduce((all, door) => all + reading(world, door, at) - leaving(world, door, at), 0),
  );
}

/** Builds the server's answers: the total, the doors, and the zones with their inner doors. */
function answersOf(world: World): CountingNumbers {
  const isTold = finishedHalves(world).length > 0;
  const coverage = { ratio: isTold ? 1 : null, silent: [] };
  const valued = (label: string, value: number) =>
    isTold ? { label, value } : { label, value: null, state: 'missing' };
  const [main, parking, inner] = [0, 1, 2].map((door) => entriesBy(world, door)) as [Entries, Entries, Entries];
  const whole = { value: main.value + parking.value, usual: main.usual + parking.usual };
  const [out, outParking] = [exitsBy(world, 0), exitsBy(world, 1)];
  const gone = { value: out.value + outParking.value, usual: out.usual + outParking.usual };
  const passers = passersBy(world);
  const answer = (parts: readonly (readonly [string, Entries])[]) => ({
    data: parts.map(([label, { value }]) => valued(label, value)),
    comparison: isTold ? parts.map(([label, { usual }]) => ({ label, value: usual })) : [],
    coverage,
  });
  const bars = requestedHalves(world).map((at) => ({ at, ...getBar(world, at) }));
  const labelOf = (at: number) => new Date(at).toISOString().replace('.000', '');
  const course = {
    data: bars.map(({ at, value }) =>
      value === null ? { label: labelOf(at), value, state: 'missing' } : { label: labelOf(at), value },
    ),
    comparison: bars.flatMap(({ at, value, usual }) => (value === null ? [] : [{ label: labelOf(at), value: usual }])),
    coverage,
  };
  const earlier = {
    ...course,
    comparison: null,
    data: weeksBack(world).flatMap((back) =>
      bars.map(({ at }) => ({ label: labelOf(at - back * week), value: both(world, at - back * week) })),
    ),
  };
  const answers: Record<string, unknown> = {
    entries: answer([['all', whole]]),
    exits: answer([['all', gone]]),
    capture: {
      data: [shareOf(whole.value, passers.value)],
      comparison: [shareOf(whole.usual, passers.usual)],
      coverage,
    },
    insideNow: answer([['all', insideNow(world)]]),
    doors: answer([
      [doors[0], main],
      [doors[1], parking],
    ]),
    zoneEntries: answer([['2', inner]]),
    entriesSeries: course,
    entriesExpected: earlier,
  };
  return new Proxy({}, { get: (_, name) => answers[String(name)] ?? nothing }) as CountingNumbers;
}

type Entries = ReturnType<typeof entriesBy>;

/** In percent. Without passers-by there is no share. */
const shareOf = (value: number, all: number) =>
  all === 0 ? { label: 'all', value: null, state: 'missing' } : { label: 'all', value: (value / all) * 100 };
const nothing = { data: [], comparison: null, coverage: { ratio: null, silent: [] } };

/** Open Monday to Saturday, 08:00–20:00. */
export const site: Site = {
  ...gallerySite,
  topology: {
    ...gallerySite.topology,
    zones: gallerySite.topology.zones.slice(0, 2),
    passages: [...doors, innerDoor, street].map((name, index) => ({
      id: id<PassageId>(index + 1),
      key: name,
      name,
      ends:
        name === street
          ? []
          : [
              {
                fromZoneId: name === innerDoor ? id<ZoneId>(1) : null,
                toZoneId: id<ZoneId>(name === innerDoor ? 2 : 1),
                validFrom: null,
                validTo: null,
              },
            ],
      footfallOf: name === street ? id<ZoneId>(1) : null,
    })),
    devices: [1, 2, 3, 4].map((door) => ({
      id: id<DeviceId>(door),
      serial: '',
      kind: 'pad',
      name: `Pad ${door}`,
      placements: [{ at: { passageId: id<PassageId>(door) }, validFrom: null, validTo: null }],
      interval: 1800,
      reportsZero: true,
      meter: null,
      installedAt: 0,
      removedAt: null,
    })),
  },
};

/** Builds the page's input from the world: its numbers, queries, site and filters. */
export function buildInput(world: World) {
  const now = getNow(world);
  const timespan = { kind: 'preset', preset: world.preset } as const;
  const state = { ...defaultFilters, timespan, hours: world.hours, compare: { on: true, mode: world.mode } };
  const filters = resolveFilters(state, site, now);
  if (filters === null) throw new Error('a site with zones');
  const queries = toCountingQueries({
    zoneIds: [filters.zone.id],
    tableZoneIds: [],
    ranges: filters.ranges,
    hours: world.hours,
    calendar: site.topology,
    compare: world.mode,
    today: filters.today,
  });
  return {
    model: buildCountingModel(answersOf(world), site, filters, now),
    context: { queries, site, filters, explains: null },
    now,
  };
}
