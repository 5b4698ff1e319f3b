import type { Instant } from '../../core/index.ts';
import { compareFigure, type Figure, type FigureInput, type Side } from '../../numbers/index.ts';

/** A firing alert. */
export interface FiringAlert {
  readonly id: number;
  readonly siteId: number;
  /** Rank of its severity; higher is more severe. */
  readonly severity: number;
  /** The place it watches; null if unknown. */
  readonly place: { readonly kind: 'zone' | 'passage' | 'device' | 'site'; readonly id: number } | null;
  /** The metric it judges; null if unknown. */
  readonly metric: string | null;
  /** Its side of the limit; null if it has none or it is unknown. */
  readonly side: 'above' | 'below' | null;
  readonly since: Instant;
}

/** A sensor that is silent now and feeds a number of its site. */
export interface SilentSensor {
  readonly siteId: number;
  readonly deviceId: number;
  readonly since: Instant;
}

/** A number of a site, or of one of its zones, with what it is judged by. */
export interface JudgedNumber extends Omit<FigureInput, 'previous' | 'metric'> {
  readonly siteId: number;
  /** Null for the whole site. */
  readonly zoneId: number | null;
  readonly metric: FigureInput['metric'] & { readonly id: string };
  /** Sensors that feed it. */
  readonly sensorIds: readonly number[];
  /** The place's share of the organization's usual day, 0…1; 1 for levels. */
  readonly weight: number;
}

export interface SurprisingNumber extends JudgedNumber {
  readonly figure: Figure & { readonly side: 'above' | 'below'; readonly surprise: number };
}

/** What was observed, by kind. */
export type Finding =
  | { readonly kind: 'alert'; readonly siteId: number; readonly alert: FiringAlert }
  | { readonly kind: 'silence'; readonly siteId: number; readonly sensor: SilentSensor }
  | { readonly kind: 'surprise'; readonly siteId: number; readonly number: SurprisingNumber };

/** One line: a cause. `head` names it. */
export interface AttentionLine {
  readonly key: string;
  readonly siteId: number;
  readonly head: Finding;
  /** Findings of the same cause, most urgent first, without the head. */
  readonly also: readonly Finding[];
}

export interface Attention {
  /** Firing alerts, most severe first, then newest, then silent sensors that make a number wrong. */
  readonly now: readonly AttentionLine[];
  /** Values far outside their range, the largest surprise × weight first; at most four. */
  readonly watch: readonly AttentionLine[];
}

export interface Observed {
  readonly alerts: readonly FiringAlert[];
  readonly silent: readonly SilentSensor[];
  readonly numbers: readonly JudgedNumber[];
  /** Parents of a zone; empty for an outermost zone. */
  readonly parentsOf: (zoneId: number) => readonly number[];
}

/** Keys and sides of the lines that were shown, so that they are left later than they are entered. */
export type ShownLines = ReadonlyMap<string, Side>;

const maxWatched = 4;
/** Surprise from which on a number is watched, and below which it no longer is. In the ratio of words: 1 and 0.8. */
const [entersAt, leavesAt] = [1.5, 1.2];
/** An always constant value has a range without a width, so any other value is infinitely surprising. */
const maxSurprise = 1000;

/** Returns what deserves attention, one line per cause. The order depends on nothing but what is observed. */
export function rankAttention({ parentsOf, ...observed }: Observed, shown: ShownLines = new Map()): Attention {
  const findings: Finding[] = [
    ...observed.alerts.map((alert): Finding => ({ kind: 'alert', siteId: alert.siteId, alert })),
    ...observed.silent.map((sensor): Finding => ({ kind: 'silence', siteId: sensor.siteId, sensor })),
    ...observed.numbers.flatMap((number) => findSurprise(number, shown)),
  ];
  const weights = weighSites(observed.numbers);
  const sorted = findings.toSorted((one, other) => compareFindings(one, other, weights));
  const lines = joinByCause(sorted, parentsOf).map(([head, ...also]) => ({
    key: getFindingKey(head),
    siteId: head.siteId,
    head,
    also,
  }));
  return {
    now: lines.filter(({ head }) => head.kind !== 'surprise'),
    watch: lines.filter(({ head }) => head.kind === 'surprise').slice(0, maxWatched),
  };
}

/** Returns the lines to pass as `shown` the next time. */
export const getShownLines = ({ watch }: Attention): ShownLines =>
  new Map(
    watch.flatMap(({ key, head }) => (head.kind === 'surprise' ? [[key, head.number.figure.side] as const] : [])),
  );

/** Whether a text is the key of a line: of an alert, a silent sensor, or a metric of a site or zone. */
export const isLineKey = (text: string): boolean =>
  /^(?:(?:alert|silence) \d{1,10}|surprise \d{1,10} (?:all|\d{1,10}) [A-Za-z]{1,60})$/.test(text);

/** Returns the key of a number; the same for its line. */
const getNumberKey = ({ siteId, zoneId, metric }: Pick<JudgedNumber, 'siteId' | 'zoneId' | 'metric'>): string =>
  `surprise ${siteId} ${zoneId ?? 'all'} ${metric.id}`;

function getFindingKey(finding: Finding): string {
  if (finding.kind === 'alert') return `alert ${finding.alert.id}`;
  return finding.kind === 'silence' ? `silence ${finding.sensor.deviceId}` : getNumberKey(finding.number);
}

/** Returns a number as a finding if it is judged and far enough outside its range. */
function findSurprise(number: JudgedNumber, shown: ShownLines): readonly Finding[] {
  const before = shown.get(getNumberKey(number)) ?? null;
  const figure = compareFigure({ ...number, previous: before });
  const { side, surprise } = figure;
  if (surprise === null || side === null || side === 'within') return [];
  if (surprise < (before === side ? leavesAt : entersAt)) return [];
  return [{ kind: 'surprise', siteId: number.siteId, number: { ...number, figure: { ...figure, side, surprise } } }];
}

/** Returns the largest weight of each site. A silent sensor of a large site matters more. */
function weighSites(numbers: readonly JudgedNumber[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const { siteId, weight } of numbers) weights.set(siteId, Math.max(weight, weights.get(siteId) ?? 0));
  return weights;
}

const tiers = { alert: 0, silence: 1, surprise: 2 } as const;

/** Orders findings by urgency. No two differ in nothing. */
function compareFindings(one: Finding, other: Finding, weights: ReadonlyMap<number, number>): number {
  const rank = (finding: Finding): readonly number[] => {
    if (finding.kind === 'alert') {
      const { severity, since, id } = finding.alert;
      return [-severity, -since, -id];
    }
    if (finding.kind === 'silence')
      return [-(weights.get(finding.siteId) ?? 0), finding.siteId, finding.sensor.since, finding.sensor.deviceId];
    const { figure, weight, siteId, zoneId } = finding.number;
    return [-Math.min(figure.surprise, maxSurprise) * weight, siteId, zoneId ?? -1];
  };
  const [left, right] = [
    [tiers[one.kind], ...rank(one)],
    [tiers[other.kind], ...rank(other)],
  ];
  const at = left.findIndex((value, index) => value !== right[index]);
  if (at >= 0) return (left[at] as number) - (right[at] as number);
  const [key, otherKey] = [getFindingKey(one), getFindingKey(other)];
  return key < otherKey ? -1 : Number(key > otherKey);
}

/** Groups sorted findings that share a cause, also through a third one. Groups keep the order of their first finding. */
function joinByCause(
  sorted: readonly Finding[],
  parentsOf: Observed['parentsOf'],
): readonly (readonly [Finding, ...Finding[]])[] {
  const groups: [Finding, ...Finding[]][] = [];
  for (const bySite of Map.groupBy(sorted, ({ siteId }) => siteId).values()) {
    const left = new Set(bySite);
    for (const head of bySite) {
      if (!left.delete(head)) continue;
      const group: [Finding, ...Finding[]] = [head];
      // The group grows while it is read.
      for (const member of group)
        for (const each of left)
          if (shareCause(member, each, parentsOf) || shareCause(each, member, parentsOf)) {
            group.push(each);
            left.delete(each);
          }
      const [, ...also] = group;
      groups.push([head, ...also.toSorted((one, other) => sorted.indexOf(one) - sorted.indexOf(other))]);
    }
  }
  return groups.toSorted(([one], [other]) => sorted.indexOf(one) - sorted.indexOf(other));
}

/** Whether two findings of one site have the same cause. Called in both directions. */
function shareCause(one: Finding, other: Finding, parentsOf: Observed['parentsOf']): boolean {
  if (one.kind === 'silence') {
    // What a silent sensor does not count looks like fewer people.
    if (other.kind === 'surprise') return isLowBy(other.number, one.sensor.deviceId);
    return other.kind === 'silence' || isOfDevice(other.alert, one.sensor.deviceId);
  }
  if (one.kind === 'alert') {
    const { place } = one.alert;
    if (other.kind === 'surprise')
      return (
        (place?.kind === 'device' && isLowBy(other.number, place.id)) ||
        isSameTopic(toTopic(one), toTopic(other), parentsOf)
      );
    if (other.kind === 'silence') return false;
    return (
      (place?.kind === 'device' && isOfDevice(other.alert, place.id)) ||
      isSameTopic(toTopic(one), toTopic(other), parentsOf)
    );
  }
  return other.kind === 'surprise' && isSameTopic(toTopic(one), toTopic(other), parentsOf);
}

const isOfDevice = ({ place }: FiringAlert, deviceId: number) => place?.kind === 'device' && place.id === deviceId;

const isLowBy = ({ figure, sensorIds }: SurprisingNumber, deviceId: number) =>
  figure.side === 'below' && sensorIds.includes(deviceId);

/** What a finding is about: a subject on one side, in a zone or the whole site. Null if it is unknown. */
interface Topic {
  readonly subject: string;
  readonly side: 'above' | 'below' | null;
  /** Null for the whole site. */
  readonly zoneId: number | null;
}

function toTopic(finding: Finding): Topic | null {
  if (finding.kind === 'silence') return null;
  if (finding.kind === 'surprise') {
    const { metric, figure, zoneId } = finding.number;
    return { ...toSubject(metric.id, figure.side), zoneId };
  }
  const { place, metric, side } = finding.alert;
  if (place === null || metric === null || (place.kind !== 'zone' && place.kind !== 'site')) return null;
  return { ...toSubject(metric, side), zoneId: place.kind === 'zone' ? place.id : null };
}

/** Metrics that follow from the people inside. */
const crowding: ReadonlySet<string> = new Set(['density', 'densityMax', 'occupancy']);

function toSubject(metric: string, side: Topic['side']): Pick<Topic, 'subject' | 'side'> {
  // Little room for each is much of a crowd.
  if (metric === 'reverseDensity') return { subject: 'inside', side: side && (side === 'above' ? 'below' : 'above') };
  return { subject: crowding.has(metric) ? 'inside' : metric, side };
}

function isSameTopic(one: Topic | null, other: Topic | null, parentsOf: Observed['parentsOf']): boolean {
  if (one === null || other === null || one.subject !== other.subject) return false;
  const isOneSide = one.side === null || other.side === null || one.side === other.side;
  return isOneSide && (isWithin(one.zoneId, other.zoneId, parentsOf) || isWithin(other.zoneId, one.zoneId, parentsOf));
}

/** Whether a zone is another zone or lies within it. Null is the whole site. */
function isWithin(zoneId: number | null, outerId: number | null, parentsOf: Observed['parentsOf']): boolean {
  if (outerId === null) return true;
  const known = new Set<number>();
  const open = zoneId === null ? [] : [zoneId];
  for (const zone of open) {
    if (zone === outerId) return true;
    if (known.has(zone)) continue;
    known.add(zone);
    open.push(...parentsOf(zone));
  }
  return false;
}
