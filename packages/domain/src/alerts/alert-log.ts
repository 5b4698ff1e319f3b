import type { Instant } from '../core/index.ts';

/** What an alert saw when it fired. */
export interface AlertLogMetric {
  /** The id of a metric. */
  readonly type: string;
  readonly threshold: number | null;
  /** The farthest past the threshold; null where the condition has no number. */
  readonly value: number | null;
}

/** One time an alert fired, as far as a list of them needs it. */
export interface AlertLogItem {
  readonly zoneName: string | null;
  readonly dateBegin: Instant;
  readonly dateEnd: Instant | null;
  readonly metrics: readonly AlertLogMetric[];
}

/** A line of the list: one metric of one entry. */
export interface AlertLogRow extends AlertLogMetric {
  /** null: the zone has been deleted. */
  readonly zoneName: string | null;
  readonly dateBegin: Instant;
  readonly dateEnd: Instant | null;
}

/**
 * The lines of the list: the greatest value first, then the newest; entries without a value last. Several alerts on the
 * same metric of a zone that fired at the same moment are one line, the one with the greatest value.
 */
export function alertLogRows(entries: readonly AlertLogItem[]): readonly AlertLogRow[] {
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
