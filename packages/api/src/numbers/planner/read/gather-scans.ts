import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import type { ReportingInterval } from './statements/report-statement.ts';

/** Scan target. Scans of the same time are merged into one statement over all of their devices and metrics. */
export interface ScanTarget {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
  /** Number of each device; devices of one number always count alike and may be summed. Absent: all are separate. */
  readonly alike?: ReadonlyMap<number, number>;
}

/** Merged scan targets of one statement. */
export interface MergedTargets {
  readonly installations: Set<number>;
  readonly devices: Set<number>;
  readonly metrics: Set<string>;
}

/** Collects scan targets of equal shape within a turn of the event loop, then runs each shape once. */
export function createScanBatcher<Shape, Row>(
  run: (want: MergedTargets, shape: Shape, reportingIntervals: ReportingInterval[]) => Promise<Row[]>,
): (want: ScanTarget, shape: Shape, reportingIntervals?: readonly ReportingInterval[]) => Promise<readonly Row[]> {
  interface Ask {
    readonly want: ScanTarget;
    readonly shape: Shape;
    readonly reportingIntervals: readonly ReportingInterval[];
  }
  const gather = batchPerTick((asks: readonly Ask[]) => {
    const keys = asks.map(({ shape }) => JSON.stringify(shape));
    const rows = new Map(
      [...Map.groupBy(asks, (_, index) => keys[index] as string)].map(([key, alike]) => [
        key,
        run(
          mergeTargets(alike.map(({ want }) => want)),
          (alike[0] as Ask).shape,
          selectStrictest(alike.flatMap(({ reportingIntervals }) => reportingIntervals)),
        ),
      ]),
    );
    return keys.map((key) => rows.get(key) as Promise<Row[]>);
  });
  return async (want, shape, reportingIntervals = []) =>
    want.devices.length === 0 ? [] : gather({ want, shape, reportingIntervals });
}

/** Returns the lowest thresholds of each device. They show all gaps; each reader filters its own. */
export function selectStrictest(reportingIntervals: readonly ReportingInterval[]): ReportingInterval[] {
  const found = new Map<number, ReportingInterval>();
  for (const rhythm of reportingIntervals) {
    const other = found.get(rhythm.device);
    if (other === undefined || rhythm.tolerance < other.tolerance) found.set(rhythm.device, rhythm);
  }
  return [...found.values()];
}

export function mergeTargets(wants: readonly ScanTarget[]): MergedTargets {
  return {
    installations: new Set(wants.map(({ installation }) => installation)),
    devices: new Set(wants.flatMap(({ devices }) => devices)),
    metrics: new Set(wants.flatMap(({ metrics }) => metrics)),
  };
}

/** Sorted, so that equal scans have equal texts. */
export function toFilter({ installations, devices, metrics }: MergedTargets) {
  const ascending = (left: number, right: number) => left - right;
  return {
    installations: [...installations].sort(ascending),
    devices: [...devices].sort(ascending),
    metrics: [...metrics].sort(),
  };
}
