import { err, ok, type Result } from '../../core/index.ts';
import type { Device } from '../../sites/index.ts';
import { airSamples } from '../metrics/air-samples.ts';
import type { DescriptorName } from './descriptors.ts';
import type { Rejection } from './rejection.ts';

/** Kind of a sensor's numbers; determines which fields a reading of the metric may have. */
export type SendableKind =
  | 'flow'
  | 'count'
  | 'state'
  | 'sample'
  | 'duration'
  | 'counter'
  | 'status'
  | 'distinct'
  | 'presence';

/**
 * Metric that sensors report themselves. `min` and `max` bound the physically possible values, in the metric's unit.
 */
export interface SendableMetric {
  readonly id: string;
  readonly kind: SendableKind;
  readonly min: number;
  readonly max: number;
  readonly descriptors: readonly DescriptorName[];
}

const people = [
  'gender',
  'ageCategory',
  'engagement',
  'groupSize',
  'direction',
] as const satisfies readonly DescriptorName[];
const electricity = [
  'electricityOrigin',
  'electricityDestination',
  'electricityUse',
] as const satisfies readonly DescriptorName[];
const water = ['waterTemperature', 'waterUse'] as const satisfies readonly DescriptorName[];
const combustible = ['combustibleType', 'combustibleUse'] as const satisfies readonly DescriptorName[];

/** Maximum people crossing one line within one interval (a day at most). */
const maxPeople = 1_000_000;
/** Seconds: a visit longer than thirty days is a forgotten object. */
const maxVisitSeconds = 30 * 86_400;
/** Maximum register value over a meter's life, in its unit. */
const maxRegisterValue = 1e12;

type Row = readonly [id: string, kind: SendableKind, min: number, max: number, descriptors: readonly DescriptorName[]];

const rows: readonly Row[] = [
  ['affluenceIn', 'flow', 0, maxPeople, people],
  ['affluenceOut', 'flow', 0, maxPeople, people],
  ['footfall', 'flow', 0, maxPeople, people],
  ['queueAffluenceIn', 'flow', 0, maxPeople, people],
  ['queueAffluenceOut', 'flow', 0, maxPeople, people],
  ['uwbAffluenceIn', 'flow', 0, maxPeople, people],
  ['uwbAffluenceOut', 'flow', 0, maxPeople, people],
  ['queueAbandon', 'count', 0, maxPeople, people],
  ['numberOfGroups', 'count', 0, maxPeople, people],
  ['queueLength', 'state', 0, maxPeople, people],
  ['binaryOccupancy', 'state', 0, 1, []],
  ['dwell', 'duration', 0, maxVisitSeconds, people],
  ['dwellAbandon', 'duration', 0, maxVisitSeconds, people],
  ['dwellWalkthrough', 'duration', 0, maxVisitSeconds, people],
  ['waitingTime', 'duration', 0, maxVisitSeconds, people],
  ['uwbDwell', 'duration', 0, maxVisitSeconds, people],
  ['uniqueVisitors', 'distinct', 1, 1, people],
  ['presence', 'presence', 0, maxPeople * 3_600, people],
  ...airSamples.map(({ id, possible: [min, max] }) => [id, 'sample', min, max, []] as const),
  ['electricityConsumption', 'counter', 0, maxRegisterValue, electricity],
  ['electricityProduction', 'counter', 0, maxRegisterValue, electricity],
  ['heatConsumption', 'counter', 0, maxRegisterValue, []],
  ['heatProduction', 'counter', 0, maxRegisterValue, []],
  ['waterConsumption', 'counter', 0, maxRegisterValue, water],
  ['combustibleConsumption', 'counter', 0, maxRegisterValue, combustible],
  ['deviceStatus', 'status', 0, 2, []],
];

/** Metrics a device may send, by id. */
export const sendableMetrics: ReadonlyMap<string, SendableMetric> = new Map(
  rows.map(([id, kind, min, max, descriptors]) => [id, { id, kind, min, max, descriptors }]),
);

/** Codes of `deviceStatus`, best to worst; a reading stores the index. */
export const deviceStatusCodes = ['isOperationnal', 'internetLost', 'padsDisconnect'] as const;

/** Whether an interval without a reading may mean 0, so that filling it makes sense. */
export function countsFromZero(metric: SendableMetric): boolean {
  return metric.kind === 'flow' || metric.kind === 'count';
}

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
