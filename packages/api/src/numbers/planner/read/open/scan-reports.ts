import type { Instant, Span } from '@atrium/domain/core';
import type { ReadingKind, ReadingSeries } from '../../../open-days/reading-series.ts';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { ScanTarget } from '../gather-scans.ts';
import type { LengthRow } from '../read-lengths.ts';
import type { ReportingInterval, ReportRow } from '../statements/report-statement.ts';
import type { DescriptorRow } from '../told/descriptor-statement.ts';
import { listSeries } from './scan-counts.ts';

type Sent = { readonly metrics: Iterable<string>; readonly devices: Iterable<number> };

const listed = ({ metrics, devices }: Sent) => ({ metrics: [...metrics], devices: [...devices] });

/** In-memory equivalent of `reportStatement`. */
export function scanReports(
  site: RecentReadings,
  want: ScanTarget,
  window: Span,
  reportingIntervals: readonly ReportingInterval[],
): ReportRow[] {
  return reportingIntervals.flatMap((rhythm) => {
    const lines = [...listSeries(site, { metrics: want.metrics, devices: [rhythm.device] })].map(({ line }) => line);
    return reportOf(site, lines, window, rhythm) ?? [];
  });
}

/** Returns null when the device did not report. The first gap begins at 0, because nothing earlier is known. */
function reportOf(
  { base, kinds }: RecentReadings,
  lines: readonly ReadingSeries[],
  window: Span,
  { device, interval, tolerance }: ReportingInterval,
): ReportRow | null {
  const [holeBegins, holeEnds]: [Instant[], Instant[]] = [[], []];
  const described = new Set<string>();
  let until = 0;
  const rest = lines
    .map((line) => ({ line, place: line.placeOf(window.from - base), end: line.placeOf(window.to - base) }))
    .filter(({ place, end }) => place < end);
  if (rest.length === 0) return null;
  const timeOf = ({ line, place, end }: (typeof rest)[number]) =>
    place < end ? (line.times[place] as number) : Number.POSITIVE_INFINITY;
  for (;;) {
    let next = rest[0] as (typeof rest)[number];
    for (const one of rest) if (timeOf(one) < timeOf(next)) next = one;
    if (next.place === next.end) break;
    const at = base + timeOf(next);
    const kind = kinds[next.line.kinds[next.place] as number] as ReadingKind;
    if (at - until > tolerance) {
      holeBegins.push(until);
      holeEnds.push(at);
    }
    until = Math.max(until, at + (kind.interval > 0 ? kind.interval * 1000 : interval));
    described.add(kind.descriptors);
    next.place += 1;
  }
  return { device, holeBegins, holeEnds, until, described: [...described] };
}

/** In-memory equivalent of `lengthStatement` for a span. */
export function scanLengths(site: RecentReadings, want: ScanTarget, { from, to }: Span, over: number): LengthRow[] {
  const rows: LengthRow[] = [];
  for (const { metric, device, line } of listSeries(site, want)) {
    const longest = Math.max(0, ...kindsWithin(site, line, { from, to }).map(({ interval }) => interval));
    if (longest > over) rows.push({ device, metric, longest });
  }
  return rows;
}

/** In-memory equivalent of `descriptorStatement`. */
export function scanDescriptors(site: RecentReadings, want: Sent): DescriptorRow[] {
  const always = { from: site.from, to: Number.POSITIVE_INFINITY };
  return [...listSeries(site, listed(want))].flatMap(({ metric, device, line }) => {
    const told = new Set(kindsWithin(site, line, always).map(({ keys }) => keys));
    return [...told].map((keys) => ({ device, metric, keys }));
  });
}

function kindsWithin({ base, kinds }: RecentReadings, line: ReadingSeries, { from, to }: Span): ReadingKind[] {
  const found = new Set(line.kinds.subarray(line.placeOf(from - base), line.placeOf(to - base)));
  return [...found].map((kind) => kinds[kind] as ReadingKind);
}
