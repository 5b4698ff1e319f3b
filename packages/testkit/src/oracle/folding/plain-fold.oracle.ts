const places: Readonly<Record<string, number>> = { P25: 0.25, MEDIAN: 0.5, P75: 0.75, P95: 0.95 };

/** Aggregates values, in order of time, by the textbook definition. */
export function foldPlainly(values: readonly number[], fold: string): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((left, right) => left - right);
  const sum = values.reduce((total, value) => total + value, 0);
  if (fold === 'SUM') return sum;
  if (fold === 'COUNT') return values.length;
  if (fold === 'MIN') return sorted[0] as number;
  if (fold === 'MAX') return sorted.at(-1) as number;
  if (fold === 'FIRST') return values[0] as number;
  if (fold === 'LAST') return values.at(-1) as number;
  if (fold === 'AVERAGE') return sum / values.length;
  const place = places[fold];
  if (place === undefined) throw new Error(`no fold ${fold}`);
  const at = place * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
}
