import type { Instant } from '../../core/index.ts';

/** Measured value of an alert when it fired. */
export interface AlertLogMetric {
  /** Metric id. */
  readonly type: string;
  readonly threshold: number | null;
  /** The value farthest beyond the threshold. Null if the condition has no number. */
  readonly value: number | null;
  /** What was usual when the value was farthest from it. Set if the condition compares with it. */
  readonly usual?: { readonly value: number; readonly lower: number; readonly upper: number };
}

/** One firing, for a list. */
export interface AlertLogItem {
  readonly zoneName: string | null;
  readonly dateBegin: Instant;
  readonly dateEnd: Instant | null;
  readonly metrics: readonly AlertLogMetric[];
}

/** A row of the list: one metric of one entry. */
export interface AlertLogRow extends AlertLogMetric {
  /** Null: the zone was deleted. */
  readonly zoneName: string | null;
  readonly dateBegin: Instant;
  readonly dateEnd: Instant | null;
}

/**
 * Returns the rows of the list: highest value first, then newest; entries without a value last. Merges alerts on the
 * same metric of a zone that fired at the same time, keeping the highest value.
 */
export function buildAlertLogRows(entries: readonly AlertLogItem[]): readonly AlertLogRow[] {
  const rows = entries.flatMap(({ zoneName, dateBegin, dateEnd, metrics }) =>
    metrics.map((metric) => ({ ...metric, zoneName, dateBegin, dateEnd })),
  );
  rows.sort((a, b) => compareValues(a.value, b.value) || b.dateBegin - a.dateBegin);
  const seen = new Set<string>();
  return rows.filter(({ zoneName, dateBegin, type }) => {
    const identity = JSON.stringify([zoneName, dateBegin, type]);
    return seen.has(identity) ? false : seen.add(identity);
  });
}

function compareValues(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}
