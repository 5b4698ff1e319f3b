import type { DescribedFlowRow, FlowRow } from '../statements/flow-statement.ts';

/** Returns the descriptor names: `gender;groupSize` for `gender=female;groupSize=2`. */
export function getDescriptorNames(descriptors: string): string {
  return descriptors.replaceAll(/=[^;]*/g, '');
}

/**
 * Returns devices that sent counts with different descriptor sets in the same piece of time. They need an exact read.
 */
export function findUndecidedDevices(rows: readonly DescribedFlowRow[]): number[] {
  const keysAt = new Map<string, Map<number, string>>();
  const devices = new Set<number>();
  for (const row of rows) {
    const keys = getDescriptorNames(row.descriptors);
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

/** Splits the rows by descriptors; '' where a row lacks any of them. */
export function splitRows(rows: readonly DescribedFlowRow[], splits: readonly string[]): FlowRow[] {
  return rows.map(({ descriptors, ...row }) => ({ ...row, split: getSplitValues(descriptors, splits) }));
}

/** Returns the values of descriptors, joined; '' if any is missing. */
export function getSplitValues(descriptors: string, splits: readonly string[]): string {
  if (splits.length === 0 || descriptors === '') return '';
  const values = new Map(descriptors.split(';').map((pair) => pair.split('=') as [string, string]));
  return splits.every((key) => values.has(key)) ? splits.map((key) => values.get(key)).join(';') : '';
}
