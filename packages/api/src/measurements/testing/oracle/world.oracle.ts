import { addDays, dateAt, dayOf, dayStart, type Instant, instantOfWall, type LocalDate } from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import type { TestReading } from '../readings.ts';

/** Part of a site: an area of zones, and of what counts there perhaps some passages or devices only. */
export interface Part {
  readonly zones: readonly number[];
  readonly passages: readonly number[] | null;
  readonly devices: readonly number[] | null;
}

/** People counted at one instant; `split` is null where the sensor didn't tell them apart as asked. */
export interface Count {
  readonly at: Instant;
  readonly people: number;
  readonly split: Readonly<Record<string, string>> | null;
}

/** A device, and whether it counts for something at an instant. */
export interface Watch {
  readonly device: Device;
  readonly counts: (at: Instant) => boolean;
}

export type Kind = 'flow' | 'state' | 'sample';

/** How many people somebody saw in a zone. */
export interface Sight {
  readonly zoneId: number;
  readonly at: Instant;
  readonly value: number;
}

/** What was paid at once; returns are negative. */
export interface Sold {
  readonly receipt: string;
  readonly soldAt: Instant;
  readonly items: number;
  readonly turnover: number;
}

/** What is known besides readings. */
export interface Beside {
  /** In order of time. */
  readonly sights: readonly Sight[];
  readonly receipts: readonly Sold[];
  /** The days whose receipts are all there. */
  readonly soldDays: readonly LocalDate[];
}

export const minute = 60_000;

/** What happened at a site, found by looking at every reading again and again. Silence is judged as if now were far ahead. */
export class World {
  readonly site: Topology;
  readonly readings: readonly TestReading[];
  readonly beside: Beside;

  /** `readings` in the order they arrived: the last of equal identity counts. */
  constructor(
    site: Topology,
    readings: readonly TestReading[],
    beside: Beside = { sights: [], receipts: [], soldDays: [] },
  ) {
    this.site = site;
    this.beside = beside;
    const latest = new Map<string, TestReading>();
    for (const one of readings)
      latest.set(`${one.device} ${one.metric} ${one.at} ${one.descriptors ?? ''} ${one.visitor ?? ''}`, one);
    this.readings = [...latest.values()].sort((left, right) => left.at - right.at);
  }

  readonly #found = new Map<string, unknown>();

  /** What was found before under the same words need not be looked for again. */
  once<Found>(words: unknown, find: () => Found): Found {
    const name = JSON.stringify(words);
    if (!this.#found.has(name)) this.#found.set(name, find());
    return this.#found.get(name) as Found;
  }

  /** People who cross the boundary of the part, one way or the other, told apart by the keys. */
  crossings(part: Part, side: 'in' | 'out', keys: readonly string[]): Count[] {
    return this.once(['crossings', part, side, keys], () => this.#crossings(part, side, keys));
  }

  #crossings(part: Part, side: 'in' | 'out', keys: readonly string[]): Count[] {
    return this.#chosen(['affluenceIn', 'affluenceOut'], keys).flatMap((reading) => {
      const door = this.#doorAt(reading.device, reading.at);
      if (door === null || !allows(part, door.id, reading.device)) return [];
      const forward = reading.metric === 'affluenceIn';
      const wasIn = this.isIn(forward ? door.from : door.to, part.zones);
      const isIn = this.isIn(forward ? door.to : door.from, part.zones);
      return wasIn !== isIn && isIn === (side === 'in') ? [countOf(reading, keys)] : [];
    });
  }

  /** People in front of the zones, whichever way they walk. */
  passersBy(part: Part, keys: readonly string[]): Count[] {
    return this.#chosen(['affluenceIn', 'affluenceOut', 'footfall'], keys).flatMap((reading) =>
      this.#watchesFront(part, reading.device, reading.at) ? [countOf(reading, keys)] : [],
    );
  }

  /** The counters at the boundary, or in front, of the part. */
  counters(part: Part, where: 'boundary' | 'front'): Watch[] {
    return this.once(['counters', part, where], () => this.#counters(part, where)).map(({ device, counts }, index) => ({
      device,
      counts: (at) => this.#remember(`${JSON.stringify(part)} ${where} ${index} ${at}`, () => counts(at)),
    }));
  }

  #counters(part: Part, where: 'boundary' | 'front'): Watch[] {
    const atBoundary = (device: Device) => (at: Instant) => {
      const door = this.#doorAt(device.id, at);
      if (door === null || !allows(part, door.id, device.id)) return false;
      return this.isIn(door.from, part.zones) !== this.isIn(door.to, part.zones);
    };
    const inFront = (device: Device) => (at: Instant) => this.#watchesFront(part, device.id, at);
    return this.site.devices
      .filter(({ kind }) => kind === 'pad')
      .map((device) => ({ device, counts: (where === 'front' ? inFront : atBoundary)(device) }));
  }

  /** Devices of a kind in the part that ever sent the metric, or anything. */
  inside(part: Part, kind: Device['kind'], metric: string | null): Watch[] {
    const speakers = new Set(
      this.readings.filter((one) => (metric ?? one.metric) === one.metric).map((one) => one.device),
    );
    return this.site.devices
      .filter((device) => {
        const [placement] = device.placements;
        if (part.passages !== null || placement === undefined || !('zoneId' in placement.at)) return false;
        if (device.kind !== kind || !speakers.has(device.id) || !(part.devices?.includes(device.id) ?? true))
          return false;
        return this.isIn(placement.at.zoneId, part.zones);
      })
      .map((device) => ({ device, counts: () => true }));
  }

  /** What was expected of the devices in these minutes, and what was heard, in minutes. */
  coverage(watches: readonly Watch[], minutes: readonly Instant[], kind: Kind) {
    let owed = 0;
    let heard = 0;
    for (const at of minutes)
      for (const { device, counts } of watches) {
        if (at < device.installedAt || !counts(at)) continue;
        owed += 1;
        if (!this.isSilent(device, at, kind)) heard += 1;
      }
    return { owed, heard };
  }

  /** The people inside at the end of each instant at which somebody crossed or was seen, since the balance began anew. */
  balance(part: Part): { readonly at: Instant; readonly inside: number }[] {
    return this.once(['balance', part], () => this.#balance(part));
  }

  #balance(part: Part): { readonly at: Instant; readonly inside: number }[] {
    const moves = [
      ...this.crossings(part, 'in', []).map(({ at, people }) => ({ at, people })),
      ...this.crossings(part, 'out', []).map(({ at, people }) => ({ at, people: -people })),
    ];
    const isZone = part.zones.length === 1 && part.passages === null && part.devices === null;
    const sights = isZone ? this.beside.sights.filter(({ zoneId }) => zoneId === part.zones[0]) : [];
    const steps: { at: Instant; inside: number }[] = [];
    let since = Number.NaN;
    let sum = 0;
    let lowest = 0;
    const byInstant = Map.groupBy(moves, (move) => move.at);
    const instants = new Set([...byInstant.keys(), ...sights.map(({ at }) => at)]);
    for (const at of [...instants].sort((left, right) => left - right)) {
      const anew = this.resetBefore(at);
      if (anew !== since) [since, sum, lowest] = [anew, 0, 0];
      const seen = sights.findLast((sight) => sight.at === at);
      if (seen !== undefined) [sum, lowest] = [seen.value, 0];
      for (const { people } of byInstant.get(at) ?? []) sum += people;
      lowest = Math.min(lowest, sum);
      steps.push({ at, inside: sum - lowest });
    }
    return steps;
  }

  /** When the balance at an instant began: the change of day, or an opening since where the site says so. */
  resetBefore(at: Instant): Instant {
    const { site } = this;
    const change = dayStart(site, dayOf(site, at));
    if (!site.openingHours.reset) return change;
    const date = dateAt(site.timezone, at);
    const openings = [date, addDays(date, -1) as LocalDate].flatMap((one) =>
      site.openingHours.spans
        .filter(({ begin }) => begin[0] === (new Date(`${one}T00:00Z`).getUTCDay() || 7))
        .map(({ begin: [, hour, past] }) =>
          instantOfWall(site.timezone, Date.parse(`${one}T00:00Z`) + hour * 60 * minute + past * minute),
        ),
    );
    return Math.max(change, ...openings.filter((opening) => opening <= at));
  }

  insideAt(steps: readonly { readonly at: Instant; readonly inside: number }[], at: Instant): number {
    const since = this.resetBefore(at);
    return steps.findLast((step) => step.at <= at && step.at >= since)?.inside ?? 0;
  }

  /** Whether a place is one of the zones or lies in one. */
  isIn(place: number | null, zones: readonly number[]): boolean {
    if (place === null) return false;
    if (zones.includes(place)) return true;
    const zone = this.site.zones.find((one) => one.id === place);
    return (zone?.parentIds ?? []).some((parent) => this.isIn(parent, zones));
  }

  isSilent(device: Device, at: Instant, kind: Kind): boolean {
    return this.#remember(`${device.id} ${kind} ${at}`, () => this.#isSilent(device, at, kind));
  }

  readonly #answers = new Map<string, boolean>();

  #remember(name: string, find: () => boolean): boolean {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const found = find();
    this.#answers.set(name, found);
    return found;
  }

  #isSilent(device: Device, at: Instant, kind: Kind): boolean {
    const instants = this.once(['spoken', device.id], () => [
      ...new Set(this.readings.filter((one) => one.device === device.id).map((one) => one.at)),
    ]);
    const interval = device.interval * 1000;
    const place = instants.findLastIndex((one) => one <= at);
    const before = instants[place] ?? Number.NEGATIVE_INFINITY;
    if (at < before + interval) return false;
    const hole = (instants[place + 1] ?? Number.POSITIVE_INFINITY) - (before + interval);
    const strict = kind === 'flow' ? interval / 2 : interval;
    return hole > (device.reportsZero || kind === 'sample' ? strict : Math.max(12 * interval, 60 * minute));
  }

  #watchesFront(part: Part, deviceId: number, at: Instant): boolean {
    const device = this.site.devices.find((one) => one.id === deviceId);
    const placement = device?.placements.find((one) => holds(one, at));
    if (placement === undefined || !('passageId' in placement.at)) return false;
    const { passageId } = placement.at;
    const front = this.site.passages.find((one) => one.id === passageId)?.footfallOf ?? null;
    return front !== null && part.zones.includes(front) && allows(part, passageId, deviceId);
  }

  #doorAt(deviceId: number, at: Instant): { id: number; from: number | null; to: number | null } | null {
    const device = this.site.devices.find((one) => one.id === deviceId);
    const placement = device?.placements.find((one) => holds(one, at));
    if (placement === undefined || !('passageId' in placement.at)) return null;
    const { passageId } = placement.at;
    const ends = this.site.passages.find((one) => one.id === passageId)?.ends.find((one) => holds(one, at));
    return ends === undefined ? null : { id: passageId, from: ends.fromZoneId, to: ends.toZoneId };
  }

  readonly #choices = new Map<string, readonly TestReading[]>();

  /** Of alternatives the coarsest that tells all keys apart; where none does, the coarsest. */
  #chosen(metrics: readonly string[], keys: readonly string[]): readonly TestReading[] {
    const name = `${metrics} ${keys}`;
    const known = this.#choices.get(name);
    if (known !== undefined) return known;
    const counted = this.readings.filter((one) => metrics.includes(one.metric));
    const groups = [...Map.groupBy(counted, (one) => `${one.device} ${one.metric} ${one.at}`).values()];
    const chosen = groups.flatMap((group) => {
      const telling = group.filter((one) => keys.every((key) => key in splitOf(one)));
      const able = telling.length > 0 ? telling : group;
      const fewest = Math.min(...able.map((one) => Object.keys(splitOf(one)).length));
      return able.filter((one) => Object.keys(splitOf(one)).length === fewest);
    });
    this.#choices.set(name, chosen);
    return chosen;
  }
}

function allows({ passages, devices }: Part, passageId: number, deviceId: number): boolean {
  return (passages?.includes(passageId) ?? true) && (devices?.includes(deviceId) ?? true);
}

function countOf(reading: TestReading, keys: readonly string[]): Count {
  const split = splitOf(reading);
  return { at: reading.at, people: reading.value, split: keys.every((key) => key in split) ? split : null };
}

export function splitOf({ descriptors }: TestReading): Readonly<Record<string, string>> {
  return Object.fromEntries((descriptors ?? '').split(';').flatMap((one) => (one === '' ? [] : [one.split('=')])));
}

function holds({ validFrom, validTo }: { validFrom: Instant | null; validTo: Instant | null }, at: Instant): boolean {
  return (validFrom === null || validFrom <= at) && (validTo === null || at < validTo);
}
