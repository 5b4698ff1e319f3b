import { dayMs } from '../../../rollups/dirty-days.ts';
import type { ReportingInterval, ReportRow } from '../statements/report-statement.ts';
import type { ActivityDay } from './device-activity.ts';

/** Report, and whether the device's instants are further apart than its threshold. Then only its readings are exact. */
export interface ActivityReport extends ReportRow {
  readonly isUnsure: boolean;
}

/**
 * Builds the reports of devices from cached days and from the readings of other days. Within a day's merged activity no
 * gap is long enough to matter; its ends are the same as in the readings.
 */
export function foldActivity(
  reportingIntervals: readonly ReportingInterval[],
  days: readonly ActivityDay[],
  readings: readonly ReportRow[],
): ActivityReport[] {
  const runs = new Map(reportingIntervals.map((rhythm) => [rhythm.device, new Runs(rhythm)]));
  for (const { from, to, devices } of stretchesOf(days))
    for (const [device, { covered, instants, gap, described }] of devices) {
      const of = runs.get(device);
      if (of === undefined) continue;
      for (const run of covered) of.addDaily(run, from, to, 0);
      for (const run of instants) of.addDaily(run, from, to, of.rhythm.interval);
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

interface Stretch {
  readonly from: number;
  /** Exclusive. */
  to: number;
  readonly devices: ActivityDay['devices'];
}

/** Groups consecutive days with equal data. Most of a year is equal and visited once. */
function stretchesOf(days: readonly ActivityDay[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { day, devices } of days) {
    const last = stretches.at(-1);
    if (last?.devices === devices && last.to === day) last.to = day + 1;
    else stretches.push({ from: day, to: day + 1, devices });
  }
  return stretches;
}

/** Reported runs of one device, without tolerated gaps. */
class Runs {
  readonly rhythm: ReportingInterval;
  readonly described = new Set<string>();
  isUnsure = false;
  readonly #runs: { readonly from: number; to: number }[] = [];

  constructor(rhythm: ReportingInterval) {
    this.rhythm = rhythm;
  }

  /**
   * Adds the same run (ms from midnight) on each day of a range (end exclusive). In order of time the runs extend each
   * other and stay few.
   */
  addDaily([begin, end]: readonly [number, number], from: number, to: number, interval: number): void {
    const isWhole = begin + dayMs - end - interval <= this.rhythm.tolerance;
    if (isWhole) this.add(from * dayMs + begin, (to - 1) * dayMs + end + interval);
    else for (let day = from; day < to; day++) this.add(day * dayMs + begin, day * dayMs + end + interval);
  }

  add(from: number, to: number): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && from >= last.from && from - last.to <= this.rhythm.tolerance)
      last.to = Math.max(last.to, to);
    else this.#runs.push({ from, to });
  }

  /** Returns null when it never reported. The first gap begins at 0, because nothing earlier is known. */
  report(): ActivityReport | null {
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
