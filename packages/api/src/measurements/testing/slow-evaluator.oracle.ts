import { bucketEdges, dayOf, dayStart, type Granularity, type Instant, type Span } from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import { foldPlainly } from './plain-fold.oracle.ts';
import type { TestReading } from './readings.ts';

/**
 * The numbers once more, by walking every reading and every minute with no regard for time. Shares nothing with the
 * planner but the buckets' edges, which have an oracle of their own. Silence is judged as if now lay far in the future.
 */
export interface SlowAnswer {
  readonly label: string;
  readonly value: number | null;
  readonly partial: boolean;
}

const minute = 60_000;

export class SlowEvaluator {
  readonly #site: Topology;
  readonly #readings: readonly TestReading[];

  readonly #base: Granularity;

  /**
   * `readings` in the order they arrived: the last of equal identity counts. An answer is partial when somebody was
   * silent, or nothing at all is known of one of the `base` intervals it covers.
   */
  constructor(site: Topology, readings: readonly TestReading[], base: Granularity) {
    this.#site = site;
    this.#base = base;
    const latest = new Map<string, TestReading>();
    for (const reading of readings)
      latest.set(
        `${reading.device} ${reading.metric} ${reading.at} ${reading.descriptors ?? ''} ${reading.visitor ?? ''}`,
        reading,
      );
    this.#readings = [...latest.values()].sort((left, right) => left.at - right.at);
  }

  /** Entries (or exits) of the union of zones by bucket; of one gender, or of all. */
  flow(zones: readonly number[], side: 'in' | 'out', span: Span, width: Granularity, gender?: string): SlowAnswer[] {
    const crossings = this.#crossings(zones, gender).filter((crossing) => crossing.side === side);
    const all = this.#crossings(zones).filter((crossing) => crossing.side === side);
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const within = (list: readonly Crossing[]) => list.filter((one) => one.at >= from && one.at < to);
      const isKnown = (span: Span) =>
        all.some((one) => one.at >= span.from && one.at < span.to) ||
        this.#coverage(this.#doorsOf(zones), span, 'flow').delivered > 0;
      const partial = this.#isPartial(this.#doorsOf(zones), { from, to }, 'flow', isKnown);
      const known = isKnown({ from, to });
      const sum = within(crossings).reduce((total, crossing) => total + crossing.people, 0);
      const splitKnown =
        gender === undefined || within(all).some((one) => one.isSplit) || within(all).every((one) => one.people === 0);
      return { label, value: known && splitKnown ? sum : null, partial };
    });
  }

  /** Time-weighted mean and extremes of the people in the union of zones. */
  inside(
    zones: readonly number[],
    span: Span,
    width: Granularity,
    fold: 'AVERAGE' | 'MIN' | 'MAX' | 'FIRST' | 'LAST',
  ): SlowAnswer[] {
    const steps = this.#steps(this.#crossings(zones));
    const doors = this.#doorsOf(zones);
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const values: number[] = [];
      for (let at = from; at < to; at += minute) {
        const { delivered } = this.#coverage(doors, { from: at, to: at + minute }, 'state');
        if (delivered > 0) values.push(this.#insideAt(steps, at));
      }
      const isKnown = (part: Span) => this.#coverage(doors, part, 'state').delivered > 0;
      const partial = this.#isPartial(doors, { from, to }, 'state', isKnown);
      return { label, value: foldPlainly(values, fold), partial };
    });
  }

  /** Mean over devices of each device's mean sample. */
  co2(
    zones: readonly number[],
    span: Span,
    width: Granularity,
    fold: 'AVERAGE' | 'MIN' | 'MAX' | 'MEDIAN',
  ): SlowAnswer[] {
    const speakers = new Set(this.#readings.filter((one) => one.metric === 'co2').map((one) => one.device));
    const sensors = this.#site.devices.filter((device) => {
      const [placement] = device.placements;
      return (
        device.kind === 'atmosphere' &&
        speakers.has(device.id) &&
        placement !== undefined &&
        'zoneId' in placement.at &&
        this.#isIn(placement.at.zoneId, zones)
      );
    });
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const lists = sensors
        .map((sensor) => this.#readings.filter((one) => one.device === sensor.id && one.at >= from && one.at < to))
        .map((list) => list.map((one) => one.value))
        .filter((list) => list.length > 0);
      const pooled = lists.flat();
      const means = lists.map((list) => list.reduce((sum, value) => sum + value, 0) / list.length);
      const watches = sensors.map((device) => ({ device, counts: () => true }));
      const isKnown = (part: Span) =>
        this.#readings.some(
          (one) => sensors.some((sensor) => sensor.id === one.device) && one.at >= part.from && one.at < part.to,
        );
      const value = fold === 'AVERAGE' ? foldPlainly(means, fold) : foldPlainly(pooled, fold);
      return { label, value, partial: this.#isPartial(watches, { from, to }, 'sample', isKnown) };
    });
  }

  /** What the cameras of the zones count themselves: a sum, or a ratio of two of them. */
  counted(
    zones: readonly number[],
    span: Span,
    width: Granularity,
    amount: (reading: TestReading) => number,
    per?: (reading: TestReading) => number,
  ): SlowAnswer[] {
    const watches = this.#devicesIn(zones, 'camera');
    const readings = this.#of(watches);
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const within = readings.filter((one) => one.at >= from && one.at < to);
      const isKnown = (part: Span) => this.#coverage(watches, part, 'flow').delivered > 0;
      const over = per === undefined ? 1 : within.reduce((sum, one) => sum + per(one), 0);
      const value = within.reduce((sum, one) => sum + amount(one), 0) / over;
      const partial = this.#isPartial(watches, { from, to }, 'flow', isKnown);
      return { label, value: isKnown({ from, to }) && over > 0 ? value : null, partial };
    });
  }

  /** Different visitors before the cameras of the zones. */
  visitors(zones: readonly number[], span: Span, width: Granularity): SlowAnswer[] {
    const watches = this.#devicesIn(zones, 'camera', 'uniqueVisitors');
    const readings = this.#of(watches).filter((one) => one.metric === 'uniqueVisitors');
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const seen = new Set(readings.filter((one) => one.at >= from && one.at < to).map((one) => one.visitor));
      const isKnown = (part: Span) => this.#coverage(watches, part, 'flow').delivered > 0;
      const partial = this.#isPartial(watches, { from, to }, 'flow', isKnown);
      return { label, value: isKnown({ from, to }) ? seen.size : null, partial };
    });
  }

  /** Time-weighted mean of the queues' lengths, minute by minute. */
  queueLength(zones: readonly number[], span: Span, width: Granularity): SlowAnswer[] {
    const watches = this.#devicesIn(zones, 'camera');
    const lines = watches.map(({ device }) => ({
      device,
      readings: this.#readings.filter((one) => one.device === device.id && one.metric === 'queueLength'),
    }));
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const values: number[] = [];
      for (let at = from; at < to; at += minute) {
        const today = dayStart(this.#site, dayOf(this.#site, at));
        const heard = lines.filter(({ device }) => !this.#isSilent(device, at, 'state'));
        const last = heard.map((line) => line.readings.findLast((one) => one.at <= at && one.at >= today)?.value ?? 0);
        if (heard.length > 0) values.push(last.reduce((sum, value) => sum + value, 0));
      }
      const isKnown = (part: Span) => this.#coverage(watches, part, 'state').delivered > 0;
      return {
        label,
        value: foldPlainly(values, 'AVERAGE'),
        partial: this.#isPartial(watches, { from, to }, 'state', isKnown),
      };
    });
  }

  /** What the meters of the zones counted between their samples. */
  metered(zones: readonly number[], span: Span, width: Granularity): SlowAnswer[] {
    const watches = this.#devicesIn(zones, 'meter');
    const steps = watches.flatMap(({ device }) => {
      const stands = this.#readings.filter((one) => one.device === device.id);
      return stands.slice(1).map((stand, index) => {
        const before = stands[index] as TestReading;
        const fallen = stand.value < before.value;
        const wrapped = stand.value - before.value + (device.meter?.rollover ?? 0);
        const wraps = device.meter?.rollover != null && wrapped < device.meter.rollover / 2;
        const amount = fallen ? (wraps ? wrapped : stand.value) : stand.value - before.value;
        return { at: stand.at, amount, gap: stand.at - before.at > 2000 * device.interval };
      });
    });
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const within = steps.filter((one) => one.at >= from && one.at < to);
      const isKnown = (part: Span) => steps.some((one) => one.at >= part.from && one.at < part.to);
      const partial = this.#isPartial(watches, { from, to }, 'sample', isKnown) || within.some((one) => one.gap);
      const sum = within.reduce((total, one) => total + one.amount, 0);
      return { label, value: within.length === 0 ? null : sum, partial };
    });
  }

  /** Entries at instants before which the limit was reached; null without a limit. */
  refusals(zones: readonly number[], span: Span, width: Granularity, limit: number | null): SlowAnswer[] {
    const crossings = this.#crossings(zones);
    const steps = this.#steps(crossings);
    const doors = this.#doorsOf(zones);
    return this.#buckets(span, width).map(({ label, from, to }) => {
      const entries = crossings.filter((one) => one.side === 'in' && one.at >= from && one.at < to);
      const refused = entries.filter((one) => {
        const today = dayStart(this.#site, dayOf(this.#site, one.at));
        const before = steps.findLast((step) => step.at < one.at && step.at >= today)?.inside ?? 0;
        return (
          limit !== null &&
          before >= limit &&
          this.#coverage(doors, { from: one.at, to: one.at + 1 }, 'state').delivered > 0
        );
      });
      const isKnown = (part: Span) => this.#coverage(doors, part, 'state').delivered > 0;
      return {
        label,
        value: limit !== null && isKnown({ from, to }) ? refused.reduce((sum, one) => sum + one.people, 0) : null,
        partial: this.#isPartial(doors, { from, to }, 'state', isKnown),
      };
    });
  }

  /** Devices in the zones that ever sent the metric, or anything. */
  #devicesIn(zones: readonly number[], kind: Device['kind'], metric?: string): Watch[] {
    const speakers = new Set(
      this.#readings.filter((one) => metric === undefined || one.metric === metric).map((one) => one.device),
    );
    return this.#site.devices
      .filter((device) => {
        const [placement] = device.placements;
        return (
          device.kind === kind &&
          speakers.has(device.id) &&
          placement !== undefined &&
          'zoneId' in placement.at &&
          this.#isIn(placement.at.zoneId, zones)
        );
      })
      .map((device) => ({ device, counts: () => true }));
  }

  #of(watches: readonly Watch[]): readonly TestReading[] {
    const ids = new Set<number>(watches.map(({ device }) => device.id));
    return this.#readings.filter((one) => ids.has(one.device));
  }

  #buckets(span: Span, width: Granularity): { label: string; from: Instant; to: Instant }[] {
    const { edges, labels } = bucketEdges(this.#site, span, width);
    return labels.map((label, index) => ({ label, from: edges[index] as number, to: edges[index + 1] as number }));
  }

  /** Whether a place is one of the zones or lies in one. */
  #isIn(place: number | null, zones: readonly number[]): boolean {
    if (place === null) return false;
    if (zones.includes(place)) return true;
    const zone = this.#site.zones.find((one) => one.id === place);
    return (zone?.parentIds ?? []).some((parent) => this.#isIn(parent, zones));
  }

  #passageAt(device: Device, at: Instant) {
    const placement = device.placements.find((one) => holds(one, at));
    if (placement === undefined || !('passageId' in placement.at)) return null;
    const { passageId } = placement.at;
    const passage = this.#site.passages.find((one) => one.id === passageId);
    return passage?.ends.find((one) => holds(one, at)) ?? null;
  }

  #crossings(zones: readonly number[], gender?: string): Crossing[] {
    const counts = this.#readings.filter((one) => one.metric === 'affluenceIn' || one.metric === 'affluenceOut');
    const crossings: Crossing[] = [];
    for (const reading of counts) {
      if (!this.#isChosen(reading, counts, gender !== undefined)) continue;
      const device = this.#site.devices.find((one) => one.id === reading.device) as Device;
      const ends = this.#passageAt(device, reading.at);
      if (ends === null) continue;
      const forward = reading.metric === 'affluenceIn';
      const origin = forward ? ends.fromZoneId : ends.toZoneId;
      const goal = forward ? ends.toZoneId : ends.fromZoneId;
      const wasIn = this.#isIn(origin, zones);
      const isIn = this.#isIn(goal, zones);
      if (wasIn === isIn) continue;
      const isSplit = this.#alternatives(reading, counts).some((one) => one.descriptors !== undefined);
      const matches = gender === undefined || reading.descriptors === `gender=${gender}`;
      crossings.push({ at: reading.at, side: isIn ? 'in' : 'out', people: matches ? reading.value : 0, isSplit });
    }
    return crossings;
  }

  #alternatives(reading: TestReading, among: readonly TestReading[]): readonly TestReading[] {
    const known = this.#byInstant(among);
    return known.get(`${reading.device} ${reading.metric} ${reading.at}`) ?? [];
  }

  #index: { readonly of: readonly TestReading[]; readonly map: Map<string, TestReading[]> } | null = null;

  #byInstant(among: readonly TestReading[]): Map<string, TestReading[]> {
    if (this.#index?.of.length === among.length) return this.#index.map;
    const map = Map.groupBy(among, (one) => `${one.device} ${one.metric} ${one.at}`);
    this.#index = { of: among, map };
    return map;
  }

  /** A total and its split are alternatives: the total for totals, the split for genders. */
  #isChosen(reading: TestReading, among: readonly TestReading[], wantsSplit: boolean): boolean {
    const all = this.#alternatives(reading, among);
    const isSplit = reading.descriptors !== undefined;
    const has = (split: boolean) => all.some((one) => (one.descriptors !== undefined) === split);
    return isSplit === wantsSplit || !has(wantsSplit);
  }

  #doorsOf(zones: readonly number[]): Watch[] {
    return this.#site.devices
      .filter((device) => device.kind === 'pad')
      .map((device) => ({
        device,
        counts: (at: Instant) => {
          const ends = this.#passageAt(device, at);
          return ends !== null && this.#isIn(ends.fromZoneId, zones) !== this.#isIn(ends.toZoneId, zones);
        },
      }));
  }

  #isPartial(watches: readonly Watch[], span: Span, kind: Kind, isKnown: (span: Span) => boolean): boolean {
    const { owed, delivered } = this.#coverage(watches, span, kind);
    return delivered < owed || this.#buckets(span, this.#base).some((part) => !isKnown(part));
  }

  #coverage(watches: readonly Watch[], { from, to }: Span, kind: Kind) {
    let owed = 0;
    let delivered = 0;
    for (let at = from; at < to; at += minute) {
      for (const { device, counts } of watches) {
        if (at < device.installedAt || !counts(at)) continue;
        owed += 1;
        if (!this.#isSilent(device, at, kind)) delivered += 1;
      }
    }
    return { owed, delivered };
  }

  #spoken = new Map<number, readonly Instant[]>();

  #isSilent(device: Device, at: Instant, kind: Kind): boolean {
    const instants = this.#spoken.get(device.id) ?? [
      ...new Set(this.#readings.filter((one) => one.device === device.id).map((one) => one.at)),
    ];
    this.#spoken.set(device.id, instants);
    const interval = device.interval * 1000;
    const before = instants.findLast((one) => one <= at);
    if (before !== undefined && at < before + interval) return false;
    const after = instants.find((one) => one > at) ?? Number.POSITIVE_INFINITY;
    const hole = after - ((before ?? Number.NEGATIVE_INFINITY) + interval);
    const strict = kind === 'flow' ? interval / 2 : interval;
    const tolerated = device.reportsZero || kind === 'sample' ? strict : Math.max(12 * interval, 60 * minute);
    return hole > tolerated;
  }

  /** The people inside after each instant at which somebody crossed. */
  #steps(crossings: readonly Crossing[]): { at: Instant; inside: number }[] {
    const steps: { at: Instant; inside: number }[] = [];
    let day = '';
    let balance = 0;
    let lowest = 0;
    for (const at of new Set(crossings.map((one) => one.at))) {
      const today = dayOf(this.#site, at);
      if (today !== day) balance = 0;
      if (today !== day) lowest = 0;
      day = today;
      for (const one of crossings) if (one.at === at) balance += one.side === 'in' ? one.people : -one.people;
      lowest = Math.min(lowest, balance);
      steps.push({ at, inside: balance - lowest });
    }
    return steps;
  }

  #insideAt(steps: readonly { at: Instant; inside: number }[], at: Instant): number {
    const start = dayStart(this.#site, dayOf(this.#site, at));
    return steps.findLast((step) => step.at <= at && step.at >= start)?.inside ?? 0;
  }
}

type Kind = 'flow' | 'state' | 'sample';

interface Crossing {
  readonly at: Instant;
  readonly side: 'in' | 'out';
  readonly people: number;
  readonly isSplit: boolean;
}

interface Watch {
  readonly device: Device;
  readonly counts: (at: Instant) => boolean;
}

function holds(validity: { validFrom: Instant | null; validTo: Instant | null }, at: Instant): boolean {
  return (
    (validity.validFrom === null || validity.validFrom <= at) && (validity.validTo === null || at < validity.validTo)
  );
}
