import type { Span } from '@atrium/domain/core';
import type { Coverage, Silence } from '@atrium/domain/measurements';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import type { DeviceReporting } from '../evaluate/reporting/reporting.ts';
import { spansByDevice } from '../evaluate/reporting/series-reporting.ts';
import { unite } from '../evaluate/reporting/spans.ts';
import type { Plan } from '../plan/plan-query.ts';
import { intersect, type Timeline } from '../plan/timeline.ts';

/** An answer names so many silences one by one: a door counter that loses every other packet has thousands. */
const maxSilences = 1000;

/** Reported ÷ expected device-time of an answer, each device once however many series it counts for. */
export function coverageOf(plans: readonly Plan[], evaluated: readonly (readonly EvaluatedSite[])[]): Coverage {
  const silent: Coverage['silent'][number][] = [];
  let owed = 0;
  let missed = 0;
  // Metrics side by side share their devices: each counts once.
  const seen = new Set<number>();
  // Sites whose clocks agree share their timeline.
  const countedIn = new Map<Timeline, Span[]>();
  for (const [number, plan] of plans.entries())
    for (const [index, site] of plan.sites.entries()) {
      const counted = countedIn.get(site.timeline) ?? countedTime(site.timeline);
      countedIn.set(site.timeline, counted);
      const sources = spansByDevice(site.series.flatMap((series) => series.sources.flat()));
      for (const [deviceId, reporting] of reportingDevices(evaluated[number]?.[index] as EvaluatedSite)) {
        if (seen.has(deviceId)) continue;
        seen.add(deviceId);
        const within = intersect(sources.get(deviceId) ?? [], counted);
        const silences = intersect(within, reporting.silent);
        owed += lengthOf(intersect(within, reporting.expected));
        missed += lengthOf(silences);
        silent.push(...silences.map(({ from, to }) => ({ deviceId, from, to })));
      }
    }
  silent.sort((left, right) => left.from - right.from);
  return { ratio: owed === 0 ? null : (owed - missed) / owed, silent: bounded(silent) };
}

/** The latest by themselves, those before as one of each device. In order of time, as they came. */
export function bounded(silent: Coverage['silent']): Coverage['silent'] {
  if (silent.length <= maxSilences) return silent;
  const older = Map.groupBy(silent.slice(0, -maxSilences), ({ deviceId }) => deviceId);
  const merged = [...older].map(([deviceId, all]): Silence => {
    const [first] = all as [Silence, ...Silence[]];
    const to = all.reduce((last, one) => Math.max(last, one.to), first.to);
    return all.length === 1 ? first : { deviceId, from: first.from, to, count: all.length, time: lengthOf(all) };
  });
  return [...merged, ...silent.slice(-maxSilences)];
}

function reportingDevices({ current }: EvaluatedSite): ReadonlyMap<number, DeviceReporting> {
  return new Map(current.flatMap(({ devices }) => [...devices]));
}

function countedTime({ edges, bucketOf }: Timeline): Span[] {
  return unite(
    bucketOf.flatMap((bucket, piece) =>
      bucket < 0 ? [] : [{ from: edges[piece] as number, to: edges[piece + 1] as number }],
    ),
  );
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}
