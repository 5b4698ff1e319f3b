import type { Instant, Span } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/measurements/readings';
import type { Device, Topology } from '@atrium/domain/sites';
import { passerByMetrics, type Source } from '../../plan/sources.ts';
import { intersect } from '../../plan/timeline.ts';
import { keysOf } from '../../read/by-kind/settle-flows.ts';
import type { Want } from '../../read/gather-scans.ts';
import type { Scanner } from '../../read/scanner.ts';
import type { ReportRow } from '../../read/statements/report-statement.ts';
import { subtract } from './spans.ts';

/** How a device did over its life, inside one window; sorted, disjoint. What is expected was either reported or silent. */
export interface DeviceReporting {
  readonly expected: readonly Span[];
  readonly reported: readonly Span[];
  readonly silent: readonly Span[];
  /** How far it has told anything; one that sends nothing for empty intervals tells up to now by being quiet. */
  readonly toldUntil: Instant;
  /** ms within which it told something at least once whenever it reported; infinite where that is not known. */
  readonly tellsWithin: number;
  /** Whether it sent counts with different sets of descriptors, such as totals beside splits. */
  readonly hasAlternatives: boolean;
}

const minute = 60_000;
const hour = 60 * minute;

/** ms between readings; a device that declares no rhythm is given a minute. */
const intervalOf = (device: Device) => Math.max(device.interval * 1000, minute);

/** ms that a device which sends nothing for empty intervals may be quiet before it counts as silent. */
const quietOf = (device: Device) => Math.max(12 * intervalOf(device), hour);

interface Policy {
  /** A hole (ms) no longer than this is jitter, or quiet. */
  readonly hole: (device: Device) => number;
  /** The same for the hole between the last reading and now, which the next reading may still close. */
  readonly trailing: (device: Device) => number;
  /** Whether what was last known still holds in such a hole; otherwise nothing is expected of it yet. */
  readonly carries: (device: Device) => boolean;
}

export type SilenceKind = 'flow' | 'state' | 'sample';

/** What silence means for each kind of quantity. */
const policies: Readonly<Record<SilenceKind, Policy>> = {
  flow: {
    hole: (device) => (device.reportsZero ? intervalOf(device) / 2 : quietOf(device)),
    trailing: (device) => (device.reportsZero ? 2 * intervalOf(device) : quietOf(device)),
    carries: (device) => !device.reportsZero,
  },
  // Two intervals from one reading to the next: the first covers one of them itself.
  state: {
    hole: (device) => (device.reportsZero ? intervalOf(device) : quietOf(device)),
    trailing: (device) => (device.reportsZero ? 2 * intervalOf(device) : quietOf(device)),
    carries: () => true,
  },
  sample: { hole: intervalOf, trailing: (device) => 2 * intervalOf(device), carries: () => false },
};

/** ms around an asked time in which a reading has a say; of all the site's devices, so that every question about the same time asks for the same window. */
export function reportingMargin(topology: Topology): number {
  const known = margins.get(topology);
  if (known !== undefined) return known;
  const margin = Math.max(hour, ...topology.devices.map((device) => quietOf(device) + 2 * intervalOf(device)));
  margins.set(topology, margin);
  return margin;
}

/** Sites are never changed in place, and each span of each question asks for them. */
const margins = new WeakMap<Topology, number>();

/** Asks who reported when, around the asked time: a hole is only seen whole from outside it. */
export async function readReporting(
  scanner: Scanner,
  topology: Topology,
  sources: readonly Source[],
  asked: Span,
  kind: SilenceKind,
  now: Instant,
): Promise<ReadonlyMap<number, DeviceReporting>> {
  const wanted = new Set(sources.map((source) => source.deviceId));
  const devices = topology.devices.filter((device) => wanted.has(device.id));
  const margin = reportingMargin(topology);
  const window = { from: asked.from - margin, to: Math.min(asked.to + margin, now) };
  if (asked.from >= now || devices.length === 0) return new Map();
  const want = {
    installation: topology.installationId,
    devices: devices.map((device) => device.id),
    metrics: heardBy(sources),
  };
  const policy = policies[kind];
  const rhythms = devices.map((device) => ({
    device: device.id,
    interval: intervalOf(device),
    tolerance: policy.hole(device),
  }));
  const rows = new Map((await scanner.reports(want, window, rhythms)).map((row) => [row.device, row]));
  const speakers = crossingMetrics.has(sources[0]?.metric ?? '')
    ? wanted
    : await findSpeakers(
        scanner,
        { ...want, metrics: [...new Set(sources.map((source) => source.metric))] },
        want,
        rows,
      );
  return new Map(
    devices
      .filter((device) => speakers.has(device.id))
      .map((device) => [device.id, reportingOf(device, rows.get(device.id), window, policy, now)]),
  );
}

const crossingMetrics: ReadonlySet<string> = new Set(passerByMetrics);

/** What people counters send besides crossings. */
const peopleMetrics: readonly string[] = [...sendableMetrics.values()]
  .filter(({ kind }) => ['flow', 'count', 'duration', 'state', 'distinct'].includes(kind))
  .map(({ id }) => id)
  .sort();

/** A counter that sends any of its counts is alive: its silence must not depend on which of them is asked for. */
function heardBy(sources: readonly Source[]): readonly string[] {
  const asked = [...new Set(sources.map((source) => source.metric))];
  if (asked.some((metric) => crossingMetrics.has(metric))) return passerByMetrics;
  return asked.some((metric) => peopleMetrics.includes(metric)) ? peopleMetrics : asked;
}

/** A room sensor need not measure everything: expected is only what it has ever measured. */
async function findSpeakers(
  scanner: Scanner,
  asked: Want,
  heard: Want,
  rows: ReadonlyMap<number, ReportRow>,
): Promise<ReadonlySet<number>> {
  // Who was heard of only the asked metrics has measured them; of others one has to look.
  const isSame = heard.metrics.length === asked.metrics.length;
  const unsure = asked.devices.filter((device) => !isSame || !rows.has(device));
  const senders = await scanner.senders({ ...asked, devices: unsure });
  return new Set([
    ...(isSame ? rows.keys() : []),
    ...senders.filter((sender) => asked.metrics.includes(sender.metric)).map((sender) => sender.device),
  ]);
}

function reportingOf(
  device: Device,
  row: ReportRow | undefined,
  window: Span,
  policy: Policy,
  now: Instant,
): DeviceReporting {
  const until = Math.max(row?.until ?? window.from, window.from);
  const isFresh = row !== undefined && window.to === now && now - until <= policy.trailing(device);
  const expectedUntil = isFresh && !policy.carries(device) ? Math.min(until, window.to) : window.to;
  const holes = (row?.holeBegins ?? [])
    .map((begin, index) => ({ from: Math.max(begin, window.from), to: row?.holeEnds[index] as Instant }))
    .filter((hole) => hole.to - hole.from > policy.hole(device));
  if (!isFresh && until < window.to) holes.push({ from: until, to: window.to });
  const lifetime = { from: device.installedAt, to: device.removedAt ?? Number.POSITIVE_INFINITY };
  const expected = intersect([lifetime], [{ from: window.from, to: expectedUntil }]);
  const silent = intersect(expected, holes);
  const hasAlternatives = new Set((row?.described ?? []).map(keysOf)).size > 1;
  const reported = subtract(expected, silent);
  const heardOf = reported.at(-1)?.to ?? 0;
  // What holds until the next reading is known up to now all the same; what it will be then is not.
  const toldUntil = device.reportsZero ? Math.min(until, heardOf) : heardOf;
  const longest = row?.longest === undefined ? Number.POSITIVE_INFINITY : row.longest * 1000;
  const tellsWithin = Math.max(longest, intervalOf(device)) + policy.hole(device);
  return { expected, silent, reported, toldUntil, tellsWithin, hasAlternatives };
}
