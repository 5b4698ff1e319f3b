import { err, ok, type Result } from '../../core/index.ts';
import type { Device } from '../../sites/index.ts';
import type { Rejection } from './rejection.ts';
import { type SendableKind, sendableMetrics } from './sendable-metrics.ts';

type DeviceKind = Device['kind'];

/** Properties that determine what a device can send; a meter has a single metric. */
export type MeasuringDevice = Pick<Device, 'kind' | 'meter'>;

const counted: readonly SendableKind[] = ['flow', 'count', 'state', 'duration', 'distinct', 'status'];

const measured: Readonly<Record<DeviceKind, readonly SendableKind[]>> = {
  pad: counted,
  camera: [...counted, 'presence'],
  atmosphere: ['sample', 'status'],
  meter: ['counter', 'status'],
};

/** Air sensors also detect whether a room is occupied. */
const alsoOfAtmosphere = 'binaryOccupancy';

const named: Readonly<Record<DeviceKind, string>> = {
  pad: 'a pad',
  camera: 'a camera',
  atmosphere: 'an atmosphere device',
  meter: 'a meter',
};

/**
 * Checks that a device of this kind can measure the metric. Air values from a counter are a wrong mapping, not a
 * reading.
 */
export function checkMeasures({ kind, meter }: MeasuringDevice, metric: string): Result<true, Rejection> {
  const measures = sendableMetrics.get(metric);
  const isMeasured =
    measures !== undefined &&
    (measured[kind].includes(measures.kind) || (kind === 'atmosphere' && metric === alsoOfAtmosphere));
  if (!isMeasured) return refuse(`${metric} is nothing that ${named[kind]} measures.`);
  if (measures.kind === 'counter' && meter !== null && meter.metric !== metric)
    return refuse(`This meter shows ${meter.metric}, not ${metric}.`);
  return ok(true);
}

function refuse(message: string) {
  return err<Rejection>({ code: 'METRIC_NOT_MEASURED', message });
}
