/** Whether to show only that every part runs and answers are right: with little data and few repetitions. */
export const isBrief = process.argv.includes('--brief');

/** Returns the size for a measurement, or the one for a brief run. */
export const chooseSize = (measured: number, brief: number): number => (isBrief ? brief : measured);

/** Durations of repeated runs in ms. */
export interface Timing {
  /** In order of execution. */
  readonly taken: readonly number[];
  readonly median: number;
}

/** Total time limit in ms; slower work runs fewer times. */
const totalTimeoutMs = 20_000;

/** Runs work `times` times in sequence, at least once; `run` gets the index. */
export async function measureRuns(times: number, run: (index: number) => Promise<unknown>): Promise<Timing> {
  const taken: number[] = [];
  const end = performance.now() + totalTimeoutMs;
  for (let index = 0; index < times && (index === 0 || performance.now() < end); index++) {
    const begin = performance.now();
    await run(index);
    taken.push(performance.now() - begin);
  }
  const sorted = taken.toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  return { taken, median };
}

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Row of the result table: measured value and goal. */
export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly goal: string;
  readonly isMet: boolean;
}

export function formatMs(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

/** Builds a finding whose number must stay at or below a limit (with `atLeast`: at or above). */
export function toRatioFinding(what: string, value: number, limit: number, basis: string, atLeast = false): Finding {
  const goal = `${atLeast ? '≥' : '≤'} ${limit} ×`;
  return { what, found: `${value.toFixed(2)} × (${basis})`, goal, isMet: atLeast ? value >= limit : value <= limit };
}

export function formatTable(findings: readonly Finding[]): string {
  const rows = [
    ['what', 'found', 'goal', ''],
    ...findings.map(({ what, found, goal, isMet }) => [what, found, goal, isMet ? 'met' : 'missed']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] as number)).join(' | ')} |`;
  const [head, ...body] = rows as [string[], ...string[][]];
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}
