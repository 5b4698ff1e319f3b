import type { Instant, Span } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import { type Device, isVirtual, listMemberPeriods, listReadDevices, type Topology } from '@atrium/domain/sites';
import { passerByMetrics, type Source } from '../../plan/sources.ts';
import { intersect } from '../../plan/timeline.ts';
import { getDescriptorNames } from '../../read/counts.ts';
import type { ScanTarget } from '../../read/merge-scans.ts';
import type { ReportRow } from '../../read/reports.ts';
import type { Scanner } from '../../read/scanner.ts';
import { joinSpans, subtract, toSpan } from '../../spans.ts';

/** Reporting of a device within one window; sorted, disjoint spans. Expected time was either reported or silent. */
export interface DeviceReporting {
  readonly expected: readonly Span[];
  readonly reported: readonly Span[];
  readonly silent: readonly Span[];
  /**
   * End of the time the device has reported on. A device that sends nothing for empty intervals reports up to now by
   * silence.
   */
  readonly reportedUntil: Instant;
  /** Whether it sent counts with different descriptor sets, e.g. totals and splits. */
  readonly hasAlternatives: boolean;
  /** When each member kept a virtual device silent. Absent for other devices. */
  readonly silentMembers?: ReadonlyMap<number, readonly Span[]>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Reporting interval in ms; one minute when the device declares none. */
const intervalOf = (device: Device) => Math.max(device.interval * 1000, minute);

/** Milliseconds of silence before a device that sends nothing for empty intervals counts as silent. */
const getMaxSilence = (device: Device) => Math.max(12 * intervalOf(device), hour);

interface Policy {
  /** Maximum gap (ms) that counts as jitter or an empty interval. */
  readonly hole: (device: Device) => number;
  /** Same for the gap between the last reading and now, which the next reading may still close. */
  readonly trailing: (device: Device) => number;
  /** Whether the last known value still holds in such a gap. Otherwise nothing is expected yet. */
  readonly carries: (device: Device) => boolean;
}

export type GapKind = 'flow' | 'state' | 'sample';

/** Gap thresholds by kind of quantity. */
const policies: Readonly<Record<GapKind, Policy>> = {
  flow: {
    hole: (device) => (device.reportsZero ? intervalOf(device) / 2 : getMaxSilence(device)),
    trailing: (device) => (device.reportsZero ? 2 * intervalOf(device) : getMaxSilence(device)),
    carries: (device) => !device.reportsZero,
  },
  // Two reporting intervals between readings: the first reading covers one of them itself.
  state: {
    hole: (device) => (device.reportsZero ? intervalOf(device) : getMaxSilence(device)),
    trailing: (device) => (device.reportsZero ? 2 * intervalOf(device) : getMaxSilence(device)),
    carries: () => true,
  },
  sample: { hole: intervalOf, trailing: (device) => 2 * intervalOf(device), carries: () => false },
};

/**
 * Returns the ms around a queried time in which readings matter. The maximum over the site's devices, so that all
 * queries about the same time use the same window.
 */
export function getReportingMargin(topology: Topology): number {
  const known = margins.get(topology);
  if (known !== undefined) return known;
  const margin = Math.max(hour, ...topology.devices.map((device) => getMaxSilence(device) + 2 * intervalOf(device)));
  margins.set(topology, margin);
  return margin;
}

/** Sites are immutable, and every span of every query needs the margin. */
const margins = new WeakMap<Topology, number>();

/** Reads who reported when, in a window around the queried time: a gap must be seen as a whole. */
export async function readReporting(
  scanner: Scanner,
  topology: Topology,
  sources: readonly Source[],
  asked: Span,
  kind: GapKind,
  now: Instant,
): Promise<ReadonlyMap<number, DeviceReporting>> {
  const wanted = new Set(sources.map((source) => source.deviceId));
  const read = new Set(listReadDevices(topology, wanted));
  const devices = topology.devices.filter((device) => read.has(device.id));
  const margin = getReportingMargin(topology);
  const window = { from: asked.from - margin, to: Math.min(asked.to + margin, now) };
  if (asked.from >= now || devices.length === 0) return new Map();
  const target = {
    installation: topology.installationId,
    devices: devices.map((device) => device.id),
    metrics: getActivityMetrics(sources),
  };
  const policy = policies[kind];
  const reportingIntervals = devices.map((device) => ({
    device: device.id,
    interval: intervalOf(device),
    tolerance: policy.hole(device),
  }));
  const rows = new Map((await scanner.reports(target, window, reportingIntervals)).map((row) => [row.device, row]));
  const speakers = crossingMetrics.has(sources[0]?.metric ?? '')
    ? read
    : await findReportingDevices(
        scanner,
        { ...target, metrics: [...new Set(sources.map((source) => source.metric))] },
        target,
        rows,
      );
  const reporting = new Map<number, DeviceReporting>(
    devices
      .filter((device) => speakers.has(device.id))
      .map((device) => [device.id, reportingOf(device, rows.get(device.id), window, policy, now)]),
  );
  if (read.size === wanted.size && devices.every(({ id }) => wanted.has(id))) return reporting;
  return new Map(
    topology.devices.flatMap((device): [number, DeviceReporting][] => {
      if (!wanted.has(device.id)) return [];
      const found = isVirtual(device)
        ? combineReporting(device, topology, reporting, window)
        : reporting.get(device.id);
      return found == null ? [] : [[device.id, found]];
    }),
  );
}

const crossingMetrics: ReadonlySet<string> = new Set(passerByMetrics);

/** Metrics that people counters send besides crossings. */
const peopleMetrics: readonly string[] = [...sendableMetrics.values()]
  .filter(({ kind }) => ['flow', 'count', 'duration', 'state', 'distinct'].includes(kind))
  .map(({ id }) => id)
  .sort();

/** A counter that sends any count is alive. Its gaps must not depend on the queried metric. */
function getActivityMetrics(sources: readonly Source[]): readonly string[] {
  const asked = [...new Set(sources.map((source) => source.metric))];
  if (asked.some((metric) => crossingMetrics.has(metric))) return passerByMetrics;
  return asked.some((metric) => peopleMetrics.includes(metric)) ? peopleMetrics : asked;
}

/** Returns devices that ever measured the queried metrics. A room sensor need not measure all of them. */
async function findReportingDevices(
  scanner: Scanner,
  asked: ScanTarget,
  heard: ScanTarget,
  rows: ReadonlyMap<number, ReportRow>,
): Promise<ReadonlySet<number>> {
  // If the activity was read for the queried metrics only, active devices have measured them. Look up the others.
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
  const hasAlternatives = new Set((row?.described ?? []).map(getDescriptorNames)).size > 1;
  const reported = subtract(expected, silent);
  const heardOf = reported.at(-1)?.to ?? 0;
  // A value that holds until the next reading is known up to now; the next one is not.
  const reportedUntil = device.reportsZero ? Math.min(until, heardOf) : heardOf;
  return { expected, silent, reported, reportedUntil, hasAlternatives };
}

/**
 * Returns when a virtual device reported in a window: while all its members did. It is silent while any of them is, or
 * was not installed. Null if none of them ever reported.
 */
function combineReporting(
  device: Device,
  { devices }: Topology,
  reporting: ReadonlyMap<number, DeviceReporting>,
  window: Span,
): DeviceReporting | null {
  const members = (device.members ?? []).flatMap(({ deviceId }) => reporting.get(deviceId) ?? []);
  if (members.length === 0) return null;
  const lives = new Map(devices.map((one): [number, Span] => [one.id, findLife(one)]));
  const own = intersect([findLife(device)], [window]);
  const expected: Span[] = [];
  const silent: Span[] = [];
  const silentMembers = new Map<number, Span[]>();
  let reportedUntil: Instant = 0;
  for (const period of listMemberPeriods(device)) {
    const time = intersect(own, [toSpan(period)]);
    const parts = period.members.map(({ deviceId }) => {
      const one = reporting.get(deviceId);
      const life = lives.get(deviceId);
      if (one === undefined || life === undefined) return { lost: time, pending: [] };
      const away = subtract(time, [life]);
      return {
        lost: [...intersect(time, one.silent), ...away],
        pending: subtract(subtract(time, one.expected), away),
      };
    });
    for (const [place, { deviceId }] of period.members.entries())
      silentMembers.set(deviceId, [...(silentMembers.get(deviceId) ?? []), ...(parts[place]?.lost ?? [])]);
    const lost = joinSpans(parts.flatMap((part) => part.lost));
    const pending = subtract(joinSpans(parts.flatMap((part) => part.pending)), lost);
    silent.push(...lost);
    expected.push(...subtract(time, pending));
    if (time.length > 0)
      reportedUntil = Math.min(...period.members.map(({ deviceId }) => reporting.get(deviceId)?.reportedUntil ?? 0));
  }
  return {
    expected: joinSpans(expected),
    silent: joinSpans(silent),
    reported: subtract(joinSpans(expected), joinSpans(silent)),
    reportedUntil,
    hasAlternatives: members.some(({ hasAlternatives }) => hasAlternatives),
    silentMembers,
  };
}

const findLife = ({ installedAt, removedAt }: Device): Span => ({
  from: installedAt,
  to: removedAt ?? Number.POSITIVE_INFINITY,
});
