import type { Instant, Span } from '@atrium/domain/core';
import type { Coverage, DeviceGap } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import type { DeviceReporting } from '../evaluate/reporting/reporting.ts';
import { groupSpansByDevice } from '../evaluate/reporting/series-reporting.ts';
import type { Plan } from '../plan/plan-query.ts';
import { intersect, type Timeline } from '../plan/timeline.ts';
import { joinSpans } from '../spans.ts';

/** Maximum gaps listed one by one. A door counter that loses every other packet has thousands. */
const maxGaps = 1000;

/** Returns reported ÷ expected device-time of an answer. Each device counts once, however many series use it. */
export function computeCoverage(plans: readonly Plan[], evaluated: readonly (readonly EvaluatedSite[])[]): Coverage {
  const silent: Coverage['silent'][number][] = [];
  // Metrics of one query share their devices; each counts once.
  const seen = new Set<number>();
  const bySite = new Map<Topology, DeviceTime[]>();
  // Sites with equal clocks share a timeline.
  const countedIn = new Map<Timeline, Span[]>();
  for (const [number, plan] of plans.entries())
    for (const [index, site] of plan.sites.entries()) {
      const counted = countedIn.get(site.timeline) ?? countedTime(site.timeline);
      countedIn.set(site.timeline, counted);
      const sources = groupSpansByDevice(site.series.flatMap((series) => series.sources.flat()));
      const times = bySite.get(site.topology) ?? [];
      const nameOf = createNames(site.topology);
      bySite.set(site.topology, times);
      for (const [deviceId, reporting] of reportingDevices(evaluated[number]?.[index] as EvaluatedSite)) {
        if (seen.has(deviceId)) continue;
        seen.add(deviceId);
        const hung = sources.get(deviceId) ?? [];
        const within = intersect(hung, counted);
        const silences = intersect(within, reporting.silent);
        times.push({
          deviceId,
          owed: lengthOf(intersect(within, reporting.expected)),
          missed: lengthOf(silences),
          expected: intersect(hung, reporting.expected),
          silent: intersect(hung, reporting.silent),
          hungUntil: hung.at(-1)?.to ?? 0,
        });
        if (silences.length > 0) {
          const name = nameOf(deviceId);
          const members = [...(reporting.silentMembers ?? [])];
          const nameIn = (silence: Span) => {
            const because = members.filter(([, spans]) => intersect([silence], joinSpans(spans)).length > 0);
            return because.length === 0 ? name : `${name} (${because.map(([id]) => nameOf(id)).join(', ')})`;
          };
          silent.push(...silences.map((one) => ({ deviceId, name: nameIn(one), from: one.from, to: one.to })));
        }
      }
    }
  silent.sort((left, right) => left.from - right.from);
  return {
    ratio: ratioOf([...bySite.values()].flat()),
    silent: limitGaps(silent),
    sites: [...bySite].map(([topology, times]) => ({
      installationId: topology.installationId,
      ratio: ratioOf(times),
      silentSince: silentSince(topology, times),
    })),
  };
}

/** Returns the key of a place in an answer from its labels, outermost first and without dates. */
export function keyOfPath(labels: readonly string[]): string {
  return JSON.stringify(labels);
}

/** Returns the keys of the places of an answer in which no device has a gap. */
export function listWholePlaces(plans: readonly Plan[], { silent }: Pick<Coverage, 'silent'>): ReadonlySet<string> {
  const withGaps = new Set(silent.map(({ deviceId }) => deviceId));
  const isWhole = new Map<string, boolean>();
  for (const { sites } of plans)
    for (const { groups, sources } of sites.flatMap(({ series }) => series)) {
      const inOrder = [...groups].sort(([one], [other]) => one - other);
      const key = keyOfPath(inOrder.map(([, { label }]) => label));
      const hasGap = sources.flat().some(({ deviceId }) => withGaps.has(deviceId));
      isWhole.set(key, !hasGap && isWhole.get(key) !== false);
    }
  return new Set([...isWhole].flatMap(([key, whole]) => (whole ? [key] : [])));
}

/** Returns a function that names a site's devices. Most answers name none, so it looks at them when it is called. */
function createNames({ devices }: Topology): (deviceId: number) => string {
  let names: ReadonlyMap<number, string> | null = null;
  return (deviceId) => {
    names ??= new Map(devices.map(({ id, name, serial }) => [id, name === '' ? serial : name]));
    return names.get(deviceId) ?? '';
  };
}

/** Reporting of one device while it counted for the answer. */
interface DeviceTime {
  readonly deviceId: number;
  /** Milliseconds. */
  readonly owed: number;
  /** Milliseconds. */
  readonly missed: number;
  /** Includes hours that the query leaves out, so that a gap does not seem to begin at opening. */
  readonly expected: readonly Span[];
  readonly silent: readonly Span[];
  readonly hungUntil: Instant;
}

function ratioOf(times: readonly DeviceTime[]): number | null {
  const owed = times.reduce((sum, time) => sum + time.owed, 0);
  const missed = times.reduce((sum, time) => sum + time.missed, 0);
  return owed === 0 ? null : (owed - missed) / owed;
}

/** Returns since when all devices installed at the end of the time have been silent; null while any reports. */
function silentSince({ devices }: Topology, times: readonly DeviceTime[]): Instant | null {
  const end = Math.max(...times.flatMap(({ expected }) => expected.at(-1)?.to ?? []));
  const removed = new Map(devices.map(({ id, removedAt }) => [id as number, removedAt]));
  const present = times.filter(
    ({ deviceId, expected, hungUntil }) =>
      expected.length > 0 && hungUntil >= end && (removed.get(deviceId) ?? end) >= end,
  );
  const since = present.map(({ expected, silent }) => {
    const last = silent.at(-1);
    return last !== undefined && last.to === expected.at(-1)?.to ? last.from : null;
  });
  if (since.length === 0 || !since.every((at) => at !== null)) return null;
  return Math.max(...since);
}

/** Limits the list: the latest gaps one by one, earlier ones merged per device. Keeps the order of time. */
export function limitGaps(silent: Coverage['silent']): Coverage['silent'] {
  if (silent.length <= maxGaps) return silent;
  const older = Map.groupBy(silent.slice(0, -maxGaps), ({ deviceId }) => deviceId);
  const merged = [...older.values()].map((all): DeviceGap => {
    const [first] = all as [DeviceGap, ...DeviceGap[]];
    const to = all.reduce((last, one) => Math.max(last, one.to), first.to);
    return all.length === 1 ? first : { ...first, to, count: all.length, time: lengthOf(all) };
  });
  return [...merged, ...silent.slice(-maxGaps)];
}

function reportingDevices({ current }: EvaluatedSite): ReadonlyMap<number, DeviceReporting> {
  return new Map(current.flatMap(({ devices }) => [...devices]));
}

function countedTime({ edges, bucketOf }: Timeline): Span[] {
  return joinSpans(
    bucketOf.flatMap((bucket, piece) =>
      bucket < 0 ? [] : [{ from: edges[piece] as number, to: edges[piece + 1] as number }],
    ),
  );
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}
