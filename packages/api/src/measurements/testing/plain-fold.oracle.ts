/** What an aggregation makes of a list of values in their order of time, by the schoolbook. */
export function foldPlainly(values: readonly number[], fold: string): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((left, right) => left - right);
  if (fold === 'MIN') return sorted[0] as number;
  if (fold === 'MAX') return sorted.at(-1) as number;
  if (fold === 'FIRST') return values[0] as number;
  if (fold === 'LAST') return values.at(-1) as number;
  if (fold === 'AVERAGE') return values.reduce((sum, value) => sum + value, 0) / values.length;
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}
