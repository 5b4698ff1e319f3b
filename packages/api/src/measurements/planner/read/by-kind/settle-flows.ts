import type { DescribedFlowRow, FlowRow } from '../statements/flow-statement.ts';

/** Descriptor names of `gender=female;groupSize=2`: `gender;groupSize`. */
export function keysOf(descriptors: string): string {
  return descriptors.replaceAll(/=[^;]*/g, '');
}

/** Devices that sent counts with different sets of descriptors in the same piece of time, and must be asked exactly. */
export function undecided(rows: readonly DescribedFlowRow[]): number[] {
  const keysAt = new Map<string, Map<number, string>>();
  const devices = new Set<number>();
  for (const row of rows) {
    const keys = keysOf(row.descriptors);
    const line = `${row.device} ${row.metric}`;
    const seen = keysAt.get(line) ?? new Map<number, string>();
    keysAt.set(line, seen);
    for (const edge of row.edges) {
      const before = seen.get(edge);
      if (before !== undefined && before !== keys) devices.add(row.device);
      seen.set(edge, keys);
    }
  }
  return [...devices];
}

/** The rows as splits by some descriptors; '' where a row lacks any of them. */
export function splitRows(rows: readonly DescribedFlowRow[], splits: readonly string[]): FlowRow[] {
  return rows.map(({ descriptors, ...row }) => ({ ...row, split: splitOf(descriptors, splits) }));
}

/** The values of some descriptors, joined; '' where any of them is lacking. */
export function splitOf(descriptors: string, splits: readonly string[]): string {
  if (splits.length === 0 || descriptors === '') return '';
  const values = new Map(descriptors.split(';').map((pair) => pair.split('=') as [string, string]));
  return splits.every((key) => values.has(key)) ? splits.map((key) => values.get(key)).join(';') : '';
}
