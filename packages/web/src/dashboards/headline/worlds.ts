import { type DeviceId, id, type PassageId, type ZoneId } from '@atrium/domain/core';
import fc from 'fast-check';
import { clock, site as gallerySite } from '../../gallery/site.ts';
import type { CountingNumbersQuery } from '../operations.generated.ts';
import type { Site } from '../site/site.ts';

/** A site that never was, what was counted at its doors, and what somebody asks of it. All by the clock of a winter. */
export interface World {
  readonly seed: number;
  /** The most that come through a door in half an hour. */
  readonly busy: number;
  /** How much busier this week is than those before, by door. */
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
const monday = clock('2026-02-23T00:00');

/** Between two half-hours, so that the one in progress has been told by nobody yet. */
export const nowOf = ({ at }: World) => monday + at * half + 600_000;

/** Doors to the street, and one between the hall and a shop in it. */
export const doors = ['Main entrance', 'Parking'] as const;
export const innerDoor = 'Passage to the shop';

/** What a door told of the half-hour that begins then: the reading itself. */
function reading({ seed, busy, shift }: World, door: number, at: number): number {
  const slot = Math.round((at - monday) / half);
  const noise = Math.sin(seed + slot * 12.9898 + door * 78.233) * 43_758.5453;
  const share = noise - Math.floor(noise);
  const isDay = ((slot % 48) + 48) % 48 >= 16 && ((slot % 48) + 48) % 48 < 40;
  const grown = slot >= 0 ? (shift[door] ?? 1) : 1;
  return Math.floor(share * (busy + 1) * (isDay ? 1 : 0.1) * grown);
}

/** The half-hours that are asked, whole days or parts of them. */
export function askedHalves(world: World): number[] {
  const midnight = monday + Math.floor(world.at / 48) * day;
  const [first, last] = { today: [0, 0], yesterday: [1, 1], last7: [6, 0] }[world.preset] as [number, number];
  const halves = [];
  for (let at = midnight - first * day; at < midnight - last * day + day; at += half) {
    const hour = ((at - monday) / 3_600_000 + 24 * 70) % 24;
    if (world.hours === 'all' || (world.hours === 'morning' ? hour < 12 : hour >= 12)) halves.push(at);
  }
  return halves;
}

/** Those of them that are over. */
export const toldHalves = (world: World) => askedHalves(world).filter((at) => at + half <= nowOf(world));

/** How many weeks back each comparison looks. */
const weeksBack = ({ mode }: World) => (mode === 'USUAL' ? [1, 2, 3, 4] : [1]);

export function entriesBy(world: World, door: number): { readonly value: number; readonly usual: number } {
  const told = toldHalves(world);
  const sum = (back: number) => told.reduce((all, at) => all + reading(world, door, at - back * week), 0);
  const weeks = weeksBack(world);
  return { value: sum(0), usual: weeks.reduce((all, back) => all + sum(back), 0) / weeks.length };
}

/** What a server says of it: of the whole, of its doors, and of its zones, whose inner doors are crossed too. */
export function answersOf(world: World): CountingNumbersQuery {
  const isTold = toldHalves(world).length > 0;
  const coverage = { ratio: isTold ? 1 : null, silent: [] };
  const valued = (label: string, value: number) =>
    isTold ? { label, value } : { label, value: null, state: 'missing' };
  const [main, parking, inner] = [0, 1, 2].map((door) => entriesBy(world, door)) as [Entries, Entries, Entries];
  const whole = { value: main.value + parking.value, usual: main.usual + parking.usual };
  const answer = (parts: readonly (readonly [string, Entries])[]) => ({
    data: parts.map(([label, { value }]) => valued(label, value)),
    comparison: isTold ? parts.map(([label, { usual }]) => ({ label, value: usual })) : [],
    coverage,
  });
  const asked = askedHalves(world);
  const course = {
    data: asked.map((at) => ({ label: new Date(at).toISOString().replace('.000', ''), value: 0 })),
    comparison: null,
    coverage,
  };
  const answers: Record<string, unknown> = {
    entries: answer([['all', whole]]),
    exits: answer([['all', whole]]),
    doors: answer([
      [doors[0], main],
      [doors[1], parking],
    ]),
    zoneEntries: answer([['2', inner]]),
    entriesSeries: course,
  };
  return new Proxy({}, { get: (_, name) => answers[String(name)] ?? nothing }) as CountingNumbersQuery;
}

type Entries = ReturnType<typeof entriesBy>;
const nothing = { data: [], comparison: null, coverage: { ratio: null, silent: [] } };

/** Open Monday to Saturday from eight to eight. */
export const site: Site = {
  ...gallerySite,
  topology: {
    ...gallerySite.topology,
    zones: gallerySite.topology.zones.slice(0, 2),
    passages: [...doors, innerDoor].map((name, index) => ({
      id: id<PassageId>(index + 1),
      key: name,
      name,
      ends: [
        {
          fromZoneId: name === innerDoor ? id<ZoneId>(1) : null,
          toZoneId: id<ZoneId>(name === innerDoor ? 2 : 1),
          validFrom: null,
          validTo: null,
        },
      ],
      footfallOf: null,
    })),
    devices: [1, 2, 3].map((door) => ({
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
