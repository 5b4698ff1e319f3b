/** A weekday of a typical week, with its cells by hour. */
export interface HeatRow {
  readonly label: string;
  readonly current: boolean;
  /** Whether the whole day is closed. Then one shaded box replaces its cells. */
  readonly closed: boolean;
  /** Null if the value is unknown or the hour is closed. */
  readonly values: readonly (number | null)[];
}

export interface HeatCell {
  readonly value: number | null;
  /** Step of the sequential scale; null for an empty cell. */
  readonly step: number | null;
  readonly peak: boolean;
}

const steps = 9;

/** Assigns nine linear bins from 0 to the maximum. Only the first of the highest cells is the peak. */
export function layoutHeat(rows: readonly HeatRow[]): {
  readonly max: number;
  readonly cells: readonly (readonly HeatCell[])[];
} {
  const values = rows
    .flatMap((row) => (row.closed ? [] : row.values))
    .filter((value): value is number => value !== null);
  const max = Math.max(0, ...values);
  let peakFound = false;
  const cells = rows.map((row) =>
    row.values.map((value): HeatCell => {
      const peak = !peakFound && !row.closed && max > 0 && value === max;
      if (peak) peakFound = true;
      return { value, step: value === null ? null : getScaleStep(value, max), peak };
    }),
  );
  return { max, cells };
}

export function getScaleStep(value: number, max: number): number {
  if (max <= 0) return 0;
  return Math.min(steps - 1, Math.max(0, Math.floor((value / max) * steps)));
}
