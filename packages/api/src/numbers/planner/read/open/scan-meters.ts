import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { ScanTarget } from '../gather-scans.ts';
import { getHull } from '../spans.ts';
import type { MeterInterval, MeterRow, RegisterValueRow } from '../statements/meter-statements.ts';
import { listSeries, walkPieces } from './scan-counts.ts';

/** Counts of registers between samples, and registers whose earlier value is not in memory. */
export interface ScannedMeters {
  readonly rows: readonly MeterRow[];
  /** First sample in the queried time by register, with its piece, when memory has none before it. */
  readonly firsts: ReadonlyMap<string, RegisterValueRow & { readonly edge: Instant }>;
}

const registerKey = ({ device, metric, descriptors }: Pick<RegisterValueRow, 'device' | 'metric' | 'descriptors'>) =>
  `${device} ${metric} ${descriptors}`;

/** In-memory equivalent of `meterStatement`. */
export function scanMeters(
  site: RecentReadings,
  want: ScanTarget,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
): ScannedMeters {
  const { from, to } = getHull(edges);
  const rhythmOf = new Map(reportingIntervals.map((rhythm) => [rhythm.device, rhythm]));
  const rows = new Map<string, MeterRow>();
  const firsts = new Map<string, RegisterValueRow & { readonly edge: Instant }>();
  for (const { metric, device, line } of listSeries(site, want)) {
    const pieceAt = walkPieces(edges);
    const before = new Map<string, RegisterValueRow>();
    const end = line.placeOf(to - site.base);
    for (let place = 0; place < end; place++) {
      const at = site.base + (line.times[place] as number);
      const descriptors = site.kinds[line.kinds[place] as number]?.descriptors ?? '';
      const sample = { device, metric, descriptors, at, stand: line.values[place] as number };
      const last = before.get(descriptors);
      before.set(descriptors, sample);
      if (at < from) continue;
      const edge = pieceAt(at);
      if (last === undefined) firsts.set(registerKey(sample), { ...sample, edge });
      else {
        const key = `${registerKey(sample)} ${edge}`;
        const row = stepBetween(last, { ...sample, edge }, rhythmOf.get(device));
        const known = rows.get(key);
        rows.set(key, known === undefined ? row : joined(known, row));
      }
    }
  }
  return { rows: [...rows.values()], firsts };
}

/** Counts first samples from the last register values before them; registers without earlier values are skipped. */
export function countFirsts(
  firsts: ScannedMeters['firsts'],
  stands: readonly RegisterValueRow[],
  reportingIntervals: readonly MeterInterval[],
): MeterRow[] {
  return stands.flatMap((before) => {
    const first = firsts.get(registerKey(before));
    const rhythm = reportingIntervals.find(({ device }) => device === before.device);
    return first === undefined ? [] : [stepBetween(before, first, rhythm)];
  });
}

/** Returns what a sample counts after the previous one, if the register did not step back within the last day. */
function stepBetween(
  before: RegisterValueRow,
  { edge, at, stand, device, metric, descriptors }: RegisterValueRow & { readonly edge: Instant },
  rhythm: MeterInterval | undefined,
): MeterRow {
  const { rollover, gap } = rhythm ?? { rollover: 0, gap: 0 };
  const wrapped = stand - before.stand + rollover;
  const isFall = stand < before.stand;
  const isWrap = isFall && rollover > 0 && wrapped < rollover / 2;
  const isReset = isFall && !isWrap && stand < before.stand / 10;
  const fallen = isWrap ? wrapped : isReset ? stand : 0;
  return {
    device,
    metric,
    descriptors,
    edge,
    amount: isFall ? fallen : stand - before.stand,
    gaps: at - before.at > gap ? 1 : 0,
    backs: isFall && !isWrap && !isReset ? 1 : 0,
    previous: before.at,
  };
}

const joined = (one: MeterRow, other: MeterRow): MeterRow => ({
  ...one,
  amount: one.amount + other.amount,
  gaps: one.gaps + other.gaps,
  backs: one.backs + other.backs,
  previous: Math.min(one.previous, other.previous),
});
