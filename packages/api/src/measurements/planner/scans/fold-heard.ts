import { dayMs } from '../../rollups/index.ts';
import type { ReportRow, Rhythm } from '../statements/report-statement.ts';
import type { HeardDay } from './heard-days.ts';

/** A report, or that the device's instants lie further apart than its rhythm allows: only its readings can tell. */
export interface HeardReport extends ReportRow {
  readonly isUnsure: boolean;
}

/**
 * The reports of devices from the days on which they were heard of and from what their readings of other days say.
 * Inside what was heard no hole is long enough to matter, and at its ends the holes are what they are among the readings.
 */
export function foldHeard(
  rhythms: readonly Rhythm[],
  days: readonly HeardDay[],
  readings: readonly ReportRow[],
): HeardReport[] {
  const runs = new Map(rhythms.map((rhythm) => [rhythm.device, new Runs(rhythm)]));
  // In order of time runs grow at their ends, and stay few.
  for (const { day, devices } of days.toSorted((left, right) => left.day - right.day))
    for (const [device, { covered, instants, gap, described }] of devices) {
      const of = runs.get(device);
      if (of === undefined) continue;
      const begin = day * dayMs;
      for (const [from, to] of covered) of.add(begin + from, begin + to);
      for (const [first, last] of instants) of.add(begin + first, begin + last + of.rhythm.interval);
      of.isUnsure ||= gap > of.rhythm.interval + of.rhythm.tolerance;
      for (const one of described) of.described.add(one);
    }
  for (const { device, holeEnds, holeBegins, until, described } of readings) {
    const of = runs.get(device);
    for (const [index, from] of holeEnds.entries()) of?.add(from, holeBegins[index + 1] ?? until);
    for (const one of described) of?.described.add(one);
  }
  return [...runs.values()].flatMap((of) => of.report() ?? []);
}

/** When one device was heard of, without the holes that its rhythm tolerates. */
class Runs {
  readonly rhythm: Rhythm;
  readonly described = new Set<string>();
  isUnsure = false;
  readonly #runs: { readonly from: number; to: number }[] = [];

  constructor(rhythm: Rhythm) {
    this.rhythm = rhythm;
  }

  add(from: number, to: number): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && from >= last.from && from - last.to <= this.rhythm.tolerance)
      last.to = Math.max(last.to, to);
    else this.#runs.push({ from, to });
  }

  /** null: it was never heard of. The first hole begins at 0: nothing is known of before. */
  report(): HeardReport | null {
    if (this.#runs.length === 0) return null;
    const [holeBegins, holeEnds]: [number[], number[]] = [[], []];
    let until = 0;
    for (const { from, to } of this.#runs.sort((left, right) => left.from - right.from)) {
      if (from - until > this.rhythm.tolerance) {
        holeBegins.push(until);
        holeEnds.push(from);
      }
      until = Math.max(until, to);
    }
    const { described, isUnsure } = this;
    return { device: this.rhythm.device, holeBegins, holeEnds, until, described: [...described], isUnsure };
  }
}
