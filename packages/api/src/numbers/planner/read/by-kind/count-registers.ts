import type { Instant, Span } from '@atrium/domain/core';
import { backForMs, countRegister, type RegisterState, startRegister } from '@atrium/domain/numbers';
import type { ScanTarget } from '../gather-scans.ts';
import type { MeterInterval, MeterRow } from '../statements/meter-statements.ts';
import type { RegisterRun } from '../statements/register-runs-statement.ts';

const quarterMs = 900_000;
/** A register with samples further apart is always counted by its runs. */
const closeMs = 2 * 3_600_000;
/** How far back a register that stepped back is read. By then it exceeded all earlier values, or it never does. */
const maxBackMs = 10 * backForMs;

/** Readers of registers. */
export interface RegisterReads {
  /** Counts by consecutive samples only; correct for registers that did not step back within the last day. */
  readonly differences: (edges: readonly Instant[]) => Promise<readonly MeterRow[]>;
  readonly runs: (want: ScanTarget, span: Span, edges: readonly Instant[]) => Promise<readonly RegisterRun[]>;
}

/**
 * Returns what registers counted between edges. Nearly no register ever steps back, so differences of samples are read,
 * from a day earlier. The few that did are counted by their runs.
 */
export async function countRegisters(
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
