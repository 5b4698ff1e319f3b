import {
  addDays,
  type Instant,
  instantToDate,
  type LocalDate,
  startOfSiteDay,
  toSiteDay,
  wallToInstant,
} from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import type { TestReading } from '../readings/index.ts';
import { findReporting, findReports, type Kind, type Reporting } from './reporting.oracle.ts';

/** Part of a site: zones, optionally limited to some passages or devices. */
export interface Part {
  readonly zones: readonly number[];
  readonly passages: readonly number[] | null;
  readonly devices: readonly number[] | null;
  /** Whether no zones were requested: then it means the site, not its zones. */
  readonly whole?: boolean;
}

/** People counted at an instant; `split` is null if the sensor did not classify them as requested. */
export interface Count {
  readonly at: Instant;
  readonly people: number;
  readonly split: Readonly<Record<string, string>> | null;
}

/** A device, and whether it is relevant at an instant. */
export interface Watch {
  readonly device: Device;
  readonly counts: (at: Instant) => boolean;
  /** Metric whose readings show that it reports; null for any people count. */
  readonly voice: string | null;
}

/** A device that counts for something at some time, and the metric it sends for it. */
export interface CountSource {
  readonly device: number;
  readonly metric: string;
}

/**
 * Metrics with their own silence. All other metrics are people counts, of which any one shows that a device reports.
 */
const ownMetrics: ReadonlySet<string> = new Set(
  [
    'co2 temperature humidity tvoc pm25 pm10 hcho luminosity pressure deviceStatus',
    'electricityConsumption electricityProduction heatConsumption heatProduction waterConsumption combustibleConsumption',
  ].flatMap((list) => list.split(' ')),
);
const findOwnMetric = (metric: string) => (ownMetrics.has(metric) ? metric : null);

/** An inside correction: people seen in a zone. */
export interface SeenInside {
  readonly zoneId: number;
  readonly at: Instant;
  readonly value: number;
}

/** A receipt; returns are negative. */
export interface SoldReceipt {
  readonly receipt: string;
  readonly soldAt: Instant;
  readonly items: number;
  readonly turnover: number;
}

/** Data besides readings. */
export interface ExtraData {
  /** In order of time. */
  readonly sights: readonly SeenInside[];
  readonly receipts: readonly SoldReceipt[];
  /** Days with complete receipts. */
  readonly soldDays: readonly LocalDate[];
}

export const minute = 60_000;

/** Caches results by instant, because every minute of a device is requested repeatedly. */
function cacheByMinute<Found>(find: (at: Instant) => Found): (at: Instant) => Found {
  const known = new Map<number, Found>();
  return (at) => {
    const key = at / minute;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = find(at);
    known.set(key, found);
    return found;
  };
}

/** Everything known at a site up to now. Computes its results by looping over all readings. */
export class World {
  readonly site: Topology;
  readonly readings: readonly TestReading[];
  readonly beside: ExtraData;
  /** A whole minute. */
  readonly now: Instant;

  /**
   * `readings` in order of arrival: the last of those with equal identity wins. Ignores readings that begin after now.
   */
  constructor(
    site: Topology,
    readings: readonly TestReading[],
    beside: ExtraData = { sights: [], receipts: [], soldDays: [] },
    now: Instant = Number.POSITIVE_INFINITY,
  ) {
    this.site = site;
    this.beside = beside;
    this.now = now;
    const latest = new Map<string, TestReading>();
    for (const one of readings)
      latest.set(`${one.device} ${one.metric} ${one.at} ${one.descriptors ?? ''} ${one.visitor ?? ''}`, one);
    this.readings = [...latest.values()].filter(({ at }) => at <= now).sort((left, right) => left.at - right.at);
  }

  readonly #found = new Map<string, unknown>();

  /** Caches a result under a key. */
  once<Found>(words: unknown, find: () => Found): Found {
    const name = JSON.stringify(words);
    if (!this.#found.has(name)) this.#found.set(name, find());
    return this.#found.get(name) as Found;
  }

  /** Returns the people crossing the boundary of the part in one direction, classified by the keys. */
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

  /** Returns the people in front of the zones, in either direction. */
  passersBy(part: Part, keys: readonly string[]): Count[] {
    return this.#chosen(['affluenceIn', 'affluenceOut', 'footfall'], keys).flatMap((reading) =>
      this.#watchesFront(part, reading.device, reading.at) ? [countOf(reading, keys)] : [],
    );
  }

  /** Returns the counters at the boundary of the part, or in front of it. */
  counters(part: Part, where: 'boundary' | 'front'): Watch[] {
    return this.once(['counters', part, where], () =>
      this.#counters(part, where).map((watch) => ({ ...watch, counts: cacheByMinute(watch.counts) })),
    );
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
      .map((device) => ({ device, counts: (where === 'front' ? inFront : atBoundary)(device), voice: null }));
  }

  /** Returns the devices that at any time count people into the part, out of it or in front of it. */
  tellers(part: Part, side: 'in' | 'out' | 'front'): readonly CountSource[] {
    return this.once(['tellers', part, side], () => {
      const { passages, devices } = this.site;
      const periods = [...passages.flatMap(({ ends }) => ends), ...devices.flatMap(({ placements }) => placements)];
      const times = [...new Set([0, ...periods.flatMap(({ validFrom, validTo }) => [validFrom ?? 0, validTo ?? 0])])];
      const found = devices.flatMap(({ id }) => times.flatMap((at) => this.#sendsFor(part, side, id, at)));
      return [...new Map(found.map((one) => [`${one.device} ${one.metric}`, one])).values()];
    });
  }

  #sendsFor(part: Part, side: 'in' | 'out' | 'front', device: number, at: Instant): CountSource[] {
    if (side === 'front')
      return this.#watchesFront(part, device, at)
        ? ['affluenceIn', 'affluenceOut', 'footfall'].map((metric) => ({ device, metric }))
        : [];
    const door = this.#doorAt(device, at);
    if (door === null || !allows(part, door.id, device)) return [];
    const [isFrom, isTo] = [this.isIn(door.from, part.zones), this.isIn(door.to, part.zones)];
    if (isFrom === isTo) return [];
    return [{ device, metric: isTo === (side === 'in') ? 'affluenceIn' : 'affluenceOut' }];
  }

  /**
   * Returns the keys that no device ever reported, or all keys if each was reported but never together. Null if one
   * reading has all of them, or none has been sent yet.
   */
  neverTold(tellers: readonly CountSource[], keys: readonly string[]): readonly string[] | null {
    if (keys.length === 0) return null;
    // Without counters the descriptors are unsupported.
    if (tellers.length === 0) return [];
    const names = new Set(tellers.map(({ device, metric }) => `${device} ${metric}`));
    const told = this.readings
      .filter(({ device, metric }) => names.has(`${device} ${metric}`))
      .map((one) => {
        const { meter } = this.site.devices.find(({ id }) => id === one.device) ?? { meter: null };
        return { ...meter?.descriptors, ...parseSplit(one) };
      });
    if (told.length === 0 || told.some((one) => keys.every((key) => key in one))) return null;
    const never = keys.filter((key) => !told.some((one) => key in one));
    return never.length === 0 ? keys : never;
  }

  /** Returns the devices installed in the part. */
  hanging(part: Part): readonly Device[] {
    return this.site.devices.filter((device) => this.#isInstalledIn(part, device));
  }

  /** Returns the devices in the part that ever sent the metric. */
  within(part: Part, metric: string): Watch[] {
    const installed = [...this.speakersOf(metric), ...this.virtualOf(metric)].filter((device) =>
      this.#isInstalledIn(part, device),
    );
    const voice = findOwnMetric(metric);
    if (this.virtualOf(metric).length === 0) return installed.map((device) => ({ device, counts: () => true, voice }));
    return installed.map((device) => ({
      device,
      counts: cacheByMinute((at) =>
        part.devices === null ? countsItself(installed, device, at) : hasParts(device, at),
      ),
      voice,
    }));
  }

  /** Returns the virtual devices of the metric of which any member ever sent it. */
  virtualOf(metric: string): readonly Device[] {
    const speakers = this.speakersOf(metric).map(({ id }) => id);
    return this.site.devices.filter(
      ({ meter, members = [] }) =>
        meter?.metric === metric && members.some(({ deviceId }) => speakers.includes(deviceId)),
    );
  }

  /** A virtual device is silent while any of its members is, was not installed, or never sent anything. */
  #hearingOfMembers({ members = [] }: Device, voice: string | null, at: Instant, kind: Kind): Reporting {
    const heard = members
      .filter((member) => holds(member, at))
      .map(({ deviceId }): Reporting => {
        const device = this.site.devices.find(({ id }) => id === deviceId);
        const isMute = this.readings.every((one) => one.device !== deviceId || findOwnMetric(one.metric) !== voice);
        if (device === undefined || isMute || at < device.installedAt) return 'silent';
        return this.#hearingOf({ device, counts: () => true, voice }, kind)(at);
      });
    return heard.find((one) => one === 'silent') ?? heard.find((one) => one === 'notDue') ?? 'heard';
  }

  /**
   * Returns the sensors that track tags. A zone's own sensors that ever reported any of the metrics represent it; a
   * zone without any is represented by the zones inside it. Zones inside those of the part count too.
   */
  nearest(part: Part, metrics: readonly string[]): Watch[] {
    const speakers = metrics.flatMap((metric) => this.speakersOf(metric));
    const speaks = (zone: number) =>
      speakers.some(
        ({ placements: [placement] }) =>
          placement !== undefined && 'zoneId' in placement.at && placement.at.zoneId === zone,
      );
    const telling = metrics.flatMap((metric) => this.within(part, metric));
    const each = [...new Map(telling.map((watch) => [watch.device.id, watch])).values()];
    return each.filter(({ device: { placements } }) => {
      const [placement] = placements;
      const own = placement !== undefined && 'zoneId' in placement.at ? placement.at.zoneId : null;
      const around = this.site.zones.filter(
        ({ id }) => id !== own && this.isIn(own, [id]) && this.isIn(id, part.zones),
      );
      return !around.some(({ id }) => speaks(id));
    });
  }

  /** Returns the devices that ever sent the metric, in the part, at its doors and in front of it. */
  about(part: Part, metric: string): Watch[] {
    const { site } = this;
    const doors = [...this.counters(part, 'boundary'), ...this.counters(part, 'front')];
    const speakers = this.speakersOf(metric);
    return site.devices
      .filter((device) => speakers.includes(device))
      .map((device) => {
        const own = doors.filter((door) => door.device === device);
        const isInstalledIn = this.#isInstalledIn(part, device);
        return {
          device,
          counts: (at) => isInstalledIn || own.some(({ counts }) => counts(at)),
          voice: findOwnMetric(metric),
        };
      });
  }

  /** Returns the devices that ever sent the metric. */
  speakersOf(metric: string): readonly Device[] {
    return this.once(['speakers', metric], () => {
      const speakers = new Set(this.readings.filter((one) => one.metric === metric).map((one) => one.device));
      return this.site.devices.filter(({ id }) => speakers.has(id));
    });
  }

  #isInstalledIn({ zones, passages, devices }: Part, { id, placements: [placement] }: Device): boolean {
    if (passages !== null || placement === undefined || !('zoneId' in placement.at)) return false;
    return (devices?.includes(id) ?? true) && this.isIn(placement.at.zoneId, zones);
  }

  /** Returns the expected and the reported minutes of the devices. */
  coverage(watches: readonly Watch[], minutes: readonly Instant[], kind: Kind) {
    let owed = 0;
    let heard = 0;
    for (const watch of watches) {
      const hearing = this.#hearingOf(watch, kind);
      for (const at of minutes) {
        if (at >= this.now || at < watch.device.installedAt || !watch.counts(at)) continue;
        const found = hearing(at);
        if (found !== 'notDue') owed += 1;
        if (found === 'heard') heard += 1;
      }
    }
    return { owed, heard };
  }

  /** Returns when the balance of an instant started: the change of day, or a later opening if the site resets then. */
  resetBefore(at: Instant): Instant {
    return this.#remember(`reset ${at}`, () => this.#resetBefore(at));
  }

  #resetBefore(at: Instant): Instant {
    const { site } = this;
    const change = startOfSiteDay(site, toSiteDay(site, at));
    if (!site.openingHours.reset) return change;
    const date = instantToDate(site.timezone, at);
    const dates = [date, addDays(date, -1) as LocalDate].filter((one) => !site.closedDates.includes(one));
    const openings = dates.flatMap((one) =>
      site.openingHours.spans
        .filter(({ begin }) => begin[0] === (new Date(`${one}T00:00Z`).getUTCDay() || 7))
        .map(({ begin: [, hour, past] }) =>
          wallToInstant(site.timezone, Date.parse(`${one}T00:00Z`) + hour * 60 * minute + past * minute),
        ),
    );
    return Math.max(change, ...openings.filter((opening) => opening <= at));
  }

  /** Whether a place is one of the zones or inside one. */
  isIn(place: number | null, zones: readonly number[]): boolean {
    if (place === null) return false;
    if (zones.includes(place)) return true;
    const zone = this.site.zones.find((one) => one.id === place);
    return (zone?.parentIds ?? []).some((parent) => this.isIn(parent, zones));
  }

  /** Whether the device reports at an instant before now. The latest reading may not be due yet. */
  hearing(watch: Watch, at: Instant, kind: Kind): Reporting {
    return this.#hearingOf(watch, kind)(at);
  }

  /** Like `hearing`, but cached per device, because every minute is requested repeatedly. */
  #hearingOf({ device, voice }: Watch, kind: Kind): (at: Instant) => Reporting {
    return this.#remember(`heard ${device.id} ${voice} ${kind}`, () =>
      cacheByMinute((at) => this.#hearing(device, voice, at, kind)),
    );
  }

  readonly #answers = new Map<string, unknown>();

  #remember<Found>(name: string, find: () => Found): Found {
    const known = this.#answers.get(name) as Found | undefined;
    if (known !== undefined) return known;
    const found = find();
    this.#answers.set(name, found);
    return found;
  }

  #hearing(device: Device, voice: string | null, at: Instant, kind: Kind): Reporting {
    if (device.members !== undefined) return this.#hearingOfMembers(device, voice, at, kind);
    const spoken = this.once(['spoken', device.id, voice], () =>
      findReports(
        this.readings.filter((one) => one.device === device.id && findOwnMetric(one.metric) === voice),
        device,
      ),
    );
    return findReporting(spoken, device, { at, kind, now: this.now });
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

  /** Returns the readings at the coarsest split that contains all keys; the coarsest split if none does. */
  #chosen(metrics: readonly string[], keys: readonly string[]): readonly TestReading[] {
    const name = `${metrics} ${keys}`;
    const known = this.#choices.get(name);
    if (known !== undefined) return known;
    const counted = this.readings.filter((one) => metrics.includes(one.metric));
    const groups = [...Map.groupBy(counted, (one) => `${one.device} ${one.metric} ${one.at}`).values()];
    const chosen = groups.flatMap((group) => {
      const telling = group.filter((one) => keys.every((key) => key in parseSplit(one)));
      const able = telling.length > 0 ? telling : group;
      const fewest = Math.min(...able.map((one) => Object.keys(parseSplit(one)).length));
      return able.filter((one) => Object.keys(parseSplit(one)).length === fewest);
    });
    this.#choices.set(name, chosen);
    return chosen;
  }
}

const hasParts = ({ members }: Device, at: Instant): boolean =>
  members === undefined || members.some((member) => holds(member, at));

/** Whether a device counts beside virtual ones: whatever is added in two ways counts in one of them. */
function countsItself(installed: readonly Device[], device: Device, at: Instant): boolean {
  if (!hasParts(device, at)) return false;
  const isThere = (id: number) => installed.some((one) => one.id === id);
  return installed.every((virtual) => {
    const parts = (virtual.members ?? []).filter((member) => holds(member, at));
    const added = parts.filter(({ factor }) => factor > 0);
    const isDoubled = added.length > 0 && added.every(({ deviceId, factor }) => factor === 1 && isThere(deviceId));
    if (virtual.id === device.id) return !isDoubled;
    return parts.every(({ deviceId, factor }) => deviceId !== device.id || factor > 0 === isDoubled);
  });
}

function allows({ passages, devices }: Part, passageId: number, deviceId: number): boolean {
  return (passages?.includes(passageId) ?? true) && (devices?.includes(deviceId) ?? true);
}

function countOf(reading: TestReading, keys: readonly string[]): Count {
  const split = parseSplit(reading);
  return { at: reading.at, people: reading.value, split: keys.every((key) => key in split) ? split : null };
}

export function parseSplit({ descriptors }: TestReading): Readonly<Record<string, string>> {
  return Object.fromEntries((descriptors ?? '').split(';').flatMap((one) => (one === '' ? [] : [one.split('=')])));
}

function holds({ validFrom, validTo }: { validFrom: Instant | null; validTo: Instant | null }, at: Instant): boolean {
  return (validFrom === null || validFrom <= at) && (validTo === null || at < validTo);
}
