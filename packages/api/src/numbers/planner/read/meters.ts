import type { Instant, Span } from '@atrium/domain/core';
import { backForMs, countRegister, type RegisterState, startRegister } from '@atrium/domain/numbers';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { rolledMetrics } from '../../rollups/roll-up.store.ts';
import { createPieceFinder, getHull } from '../spans.ts';
import { type CachedHours, numbersPerRow, type ReadCache } from './cached-hours.ts';
import {
  createMergingReader,
  createScanBatcher,
  type MergedTargets,
  mergeTargets,
  type ScanTarget,
  selectWanted,
  type TimedScan,
  toFilter,
} from './merge-scans.ts';
import { planWholeDays } from './plan-days.ts';
import {
  checkRetained,
  cutEdges,
  type FindRecent,
  maxDeviceTime,
  type ReadingsContext,
  type RollupsContext,
  splitPortions,
} from './read-context.ts';
import { listSeries, walkPieces } from './select-readings.ts';
import {
  findSpanGaps,
  lastRegisterStatement,
  type MeterInterval,
  type MeterRow,
  meterStatement,
  planDaysBetween,
  type RegisterRun,
  type RegisterValueRow,
  registerRunsStatement,
  rolledMeterStatement,
} from './statements/meter-statements.ts';

/** Reads what registers counted between edges. `cutAt`: end of a cut time. */
export type ReadMeters = (
  want: ScanTarget,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  cutAt?: Instant | null,
) => Promise<readonly MeterRow[]>;

export const metersFromReadings =
  (context: ReadingsContext): ReadMeters =>
  (want, edges, reportingIntervals) => {
    const { readOnce, selectWithin } = context;
    return countRegisters(want, edges, reportingIntervals, {
      differences: (more) =>
        readOnce(meterStatement(selectWithin(mergeTargets([want]), getHull(more)), more, reportingIntervals)),
      runs: createRunReader(context, readOnce, reportingIntervals),
    });
  };

/** Readers of registers that rollups contain. */
export interface RolledMeters {
  readonly meters: ReadMeters;
  /** Reads the parts of `meters`. `settled`: differences of a time that ends with a past day. */
  registers(
    want: ScanTarget,
    reportingIntervals: readonly MeterInterval[],
    isCut?: boolean,
  ): RegisterReads & { readonly settled: RegisterReads['differences'] };
  /** Returns the last register values before an instant; may include other registers. */
  lastRegisterValues(want: ScanTarget, before: Instant): Promise<readonly RegisterValueRow[]>;
}

/** How long before an hour the last sample of a register is searched. A register silent for longer is read otherwise. */
const beforeHourMs = 2 * 3_600_000;

/** Rejects when deleted readings are needed. */
export function metersFromRollups(
  context: RollupsContext,
  fromReadings: ReadMeters,
  kept: ReadCache,
  hours: CachedHours,
): RolledMeters {
  const { organizationId, since, read } = context;
  const { meters, stands } = meterReaders(context);
  const registers: RolledMeters['registers'] = (want, reportingIntervals, isCut = false) => {
    const early = async (edges: readonly Instant[]) =>
      fitMeters(await meters({ want, edges, reportingIntervals }), { want, edges });
    const what = ['meters', reportingIntervals];
    return {
      async differences(edges) {
        await checkRetained(edges, since);
        const ask = { want, edges, isCut, what, beforeMs: beforeHourMs, isReaching: false };
        const known = await hours.split(ask, early, (site, _, late) => {
          const { rows, firsts } = scanMeters(site, want, late, reportingIntervals);
          return firsts.size > 0 ? null : rows;
        });
        return known ?? early(edges);
      },
      async settled(edges) {
        await checkRetained(edges, since);
        return hours.settled(want, edges, what, early);
      },
      runs: createRunReader(context, read, reportingIntervals, since),
    };
  };
  return {
    registers,
    async meters(want, edges, reportingIntervals, cutAt = null) {
      if (!areRolled(want.metrics)) return fromReadings(want, edges, reportingIntervals);
      return countRegisters(want, edges, reportingIntervals, registers(want, reportingIntervals, cutAt !== null));
    },
    lastRegisterValues(want, before) {
      const { devices, metrics } = toFilter(mergeTargets([want]));
      const what = ['stands', devices, metrics];
      return kept.read(
        { organization: organizationId, installation: want.installation, until: before, what },
        async () => selectWanted(await stands(want, { before }), want),
        (rows) => rows.length * numbersPerRow,
      );
    },
  };
}

export const metersFromMemory =
  (findRecent: FindRecent, rolled: RolledMeters): ReadMeters =>
  async (want, edges, reportingIntervals, cutAt = null) => {
    const held = areRolled(want.metrics) ? await findRecent(want.installation, getHull(edges).to) : null;
    if (held === null) return rolled.meters(want, edges, reportingIntervals, cutAt);
    const { settled, runs } = rolled.registers(want, reportingIntervals);
    return countRegisters(want, edges, reportingIntervals, {
      runs,
      async differences(all) {
        const { from } = held;
        const { early, late, begin } = cutEdges(all, from);
        const { rows, firsts } = scanMeters(held, want, late, reportingIntervals);
        const [earlier, values] = await Promise.all([
          early === null ? [] : settled(early),
          firsts.size === 0 ? [] : rolled.lastRegisterValues(want, from),
        ]);
        const first = countFirsts(firsts, values, reportingIntervals);
        const open = [...rows, ...first].map((row) => (row.edge === late[0] ? { ...row, edge: begin } : row));
        return [...earlier, ...open];
      },
    });
  };

const areRolled = (metrics: readonly string[]) => metrics.every((metric) => rolledMetrics.meters.has(metric));

interface MeterAsk extends TimedScan {
  readonly reportingIntervals: readonly MeterInterval[];
}

/** Builds the statements, each shared by similar reads of the same turn of the event loop. */
function meterReaders({ read, select, since, dirtyIn, bounded }: RollupsContext) {
  const between = (want: MergedTargets, spans: readonly Span[]) =>
    planDaysBetween(spans, dirtyIn(want, findSpanGaps(spans)), since);
  const meters = createMergingReader<MeterAsk, MeterRow>(
    () => '',
    (all, asks) =>
      bounded(all, ({ want, spans, edges }) => {
        // All merged scans have the same threshold for a device.
        const reportingIntervals = new Map(
          asks.flatMap((ask) => ask.reportingIntervals).map((rhythm) => [rhythm.device, rhythm]),
        );
        const days = planWholeDays(spans, edges, dirtyIn(want, spans), since);
        const source = { readings: select(want), days };
        return read(rolledMeterStatement(source, between(want, spans), spans, edges, [...reportingIntervals.values()]));
      }),
  );
  const stands = createScanBatcher<{ before: Instant }, RegisterValueRow>((want, { before }) => {
    const days = between(want, [{ from: before, to: before }]);
    return read(lastRegisterStatement({ readings: select(want), days }));
  });
  return { meters, stands };
}

/** Reads runs of registers for some devices at a time. Readings before `keptSince` are deleted. */
function createRunReader(
  { selectWithin }: ReadingsContext,
  read: ReadingsContext['read'],
  reportingIntervals: readonly MeterInterval[],
  keptSince: Instant = Number.NEGATIVE_INFINITY,
): RegisterReads['runs'] {
  return async (want, span, edges) => {
    const parts = splitPortions(new Set(want.devices), maxDeviceTime / (span.to - span.from)).map((devices) => {
      const readings = selectWithin({ ...mergeTargets([want]), devices }, span);
      return read<RegisterRun>(registerRunsStatement(readings, edges, reportingIntervals, keptSince));
    });
    return (await Promise.all(parts)).flat();
  };
}

/** Returns what each register counted in a scan's own pieces of time. */
function fitMeters(rows: readonly MeterRow[], { want, edges }: TimedScan): MeterRow[] {
  const pieceOf = createPieceFinder(edges);
  const fitted = new Map<string, MeterRow>();
  for (const row of selectWanted(rows, want)) {
    const edge = pieceOf(row.edge);
    if (edge === null) continue;
    const key = `${row.device} ${row.metric} ${edge} ${row.descriptors}`;
    const before = fitted.get(key);
    const [amount, gaps] = [(before?.amount ?? 0) + row.amount, (before?.gaps ?? 0) + row.gaps];
    const backs = (before?.backs ?? 0) + row.backs;
    const previous = Math.min(before?.previous ?? row.previous, row.previous);
    fitted.set(key, { ...row, edge, amount, gaps, backs, previous });
  }
  return [...fitted.values()];
}

const quarterMs = 900_000;
/** A register with samples further apart is always counted by its runs. */
const closeMs = 2 * 3_600_000;
/** How far back a register that stepped back is read. By then it exceeded all earlier values, or it never does. */
const maxBackMs = 10 * backForMs;

/** Readers of registers. */
interface RegisterReads {
  /** Counts by consecutive samples only; correct for registers that did not step back within the last day. */
  readonly differences: (edges: readonly Instant[]) => Promise<readonly MeterRow[]>;
  readonly runs: (want: ScanTarget, span: Span, edges: readonly Instant[]) => Promise<readonly RegisterRun[]>;
}

/**
 * Returns what registers counted between edges. Nearly no register ever steps back, so differences of samples are read,
 * from a day earlier. The few that did are counted by their runs.
 */
async function countRegisters(
  want: ScanTarget,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  { differences, runs }: RegisterReads,
): Promise<readonly MeterRow[]> {
  const [begin, end] = [edges[0] as Instant, edges.at(-1) as Instant];
  const before = Math.floor((begin - backForMs - closeMs) / quarterMs) * quarterMs;
  const rows = await differences([before, ...edges]);
  const asked = rows.filter(({ edge }) => edge >= begin);
  const unsure = new Map<string, MeterRow>();
  for (const [register, all] of Map.groupBy(rows, registerOf)) {
    const first = all.filter(({ edge }) => edge >= begin).sort((left, right) => left.previous - right.previous)[0];
    if (first !== undefined && (first.previous < begin - closeMs || all.some(({ backs }) => backs > 0)))
      unsure.set(register, first);
  }
  if (unsure.size === 0) return asked;
  const since = Math.min(before, ...[...unsure.values()].map(({ previous }) => previous)) - maxBackMs;
  const some = {
    installation: want.installation,
    devices: [...new Set([...unsure.values()].map(({ device }) => device))],
    metrics: [...new Set([...unsure.values()].map(({ metric }) => metric))],
  };
  const found = await runs(some, { from: since, to: end }, [since, ...edges.slice(0, -1)]);
  const rollovers = new Map(reportingIntervals.map(({ device, rollover }) => [device, rollover]));
  const counted = [...Map.groupBy(found, registerOf)].flatMap(([register, line]) =>
    unsure.has(register) ? countRuns(line, rollovers.get(line[0]?.device ?? 0) ?? 0) : [],
  );
  return [...asked.filter((row) => !unsure.has(registerOf(row))), ...counted.filter(({ edge }) => edge >= begin)];
}

/** Counts one register's runs, in order of time. */
function countRuns(runs: readonly RegisterRun[], rollover: number): MeterRow[] {
  const pieces = new Map<Instant, MeterRow>();
  let line: RegisterState | null = null as RegisterState | null;
  let readAt = runs[0]?.firstAt ?? 0;
  for (const { device, metric, descriptors, edge, gaps, ...run } of runs) {
    const piece = pieces.get(edge) ?? {
      device,
      metric,
      descriptors,
      edge,
      amount: 0,
      gaps: 0,
      backs: 0,
      previous: readAt,
    };
    let [amount, backs, isCounted] = [0, 0, pieces.has(edge)];
    for (const [at, stand] of [
      [run.firstAt, run.first],
      [run.lastAt, run.last],
    ] as const) {
      if (line === null) line = startRegister(stand);
      else if (at > readAt) {
        const step = countRegister(line, at, stand, rollover);
        line = step.line;
        amount += step.amount;
        backs += step.isBack ? 1 : 0;
        isCounted = true;
      }
      readAt = at;
    }
    if (isCounted)
      pieces.set(edge, {
        ...piece,
        amount: piece.amount + amount,
        gaps: piece.gaps + gaps,
        backs: piece.backs + backs,
      });
  }
  return [...pieces.values()];
}

const registerOf = ({ device, metric, descriptors }: Pick<MeterRow, 'device' | 'metric' | 'descriptors'>) =>
  `${device} ${metric} ${descriptors}`;

/** Counts of registers between samples, and registers whose earlier value is not in memory. */
interface ScannedMeters {
  readonly rows: readonly MeterRow[];
  /** First sample in the queried time by register, with its piece, when memory has none before it. */
  readonly firsts: ReadonlyMap<string, RegisterValueRow & { readonly edge: Instant }>;
}

const registerKey = ({ device, metric, descriptors }: Pick<RegisterValueRow, 'device' | 'metric' | 'descriptors'>) =>
  `${device} ${metric} ${descriptors}`;

/** In-memory equivalent of `meterStatement`. */
function scanMeters(
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
function countFirsts(
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
