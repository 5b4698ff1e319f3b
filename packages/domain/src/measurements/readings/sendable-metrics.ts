import { airSamples } from '../metrics/families/air-samples.ts';
import type { DescriptorName } from './descriptors.ts';

/** How a sensor's numbers behave; decides which fields a reading of the metric may carry. */
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

/** A metric that sensors report themselves. `min` and `max` bound what is physically possible, in the metric's unit. */
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

/** More people than this never cross one line within one interval (a day at most). */
const crowd = 1_000_000;
/** Seconds: a visit longer than thirty days is a forgotten object. */
const longestVisit = 30 * 86_400;
/** Meters count in their unit over their whole life. */
const meterLife = 1e12;

type Row = readonly [id: string, kind: SendableKind, min: number, max: number, descriptors: readonly DescriptorName[]];

const rows: readonly Row[] = [
  ['affluenceIn', 'flow', 0, crowd, people],
  ['affluenceOut', 'flow', 0, crowd, people],
  ['footfall', 'flow', 0, crowd, people],
  ['queueAffluenceIn', 'flow', 0, crowd, people],
  ['queueAffluenceOut', 'flow', 0, crowd, people],
  ['uwbAffluenceIn', 'flow', 0, crowd, people],
  ['uwbAffluenceOut', 'flow', 0, crowd, people],
  ['queueAbandon', 'count', 0, crowd, people],
  ['numberOfGroups', 'count', 0, crowd, people],
  ['queueLength', 'state', 0, crowd, people],
  ['binaryOccupancy', 'state', 0, 1, []],
  ['dwell', 'duration', 0, longestVisit, people],
  ['dwellAbandon', 'duration', 0, longestVisit, people],
  ['dwellWalkthrough', 'duration', 0, longestVisit, people],
  ['waitingTime', 'duration', 0, longestVisit, people],
  ['uwbDwell', 'duration', 0, longestVisit, people],
  ['uniqueVisitors', 'distinct', 1, 1, people],
  ['presence', 'presence', 0, crowd * 3_600, people],
  ...airSamples.map(({ id, possible: [min, max] }) => [id, 'sample', min, max, []] as const),
  ['electricityConsumption', 'counter', 0, meterLife, electricity],
  ['electricityProduction', 'counter', 0, meterLife, electricity],
  ['heatConsumption', 'counter', 0, meterLife, []],
  ['heatProduction', 'counter', 0, meterLife, []],
  ['waterConsumption', 'counter', 0, meterLife, water],
  ['combustibleConsumption', 'counter', 0, meterLife, combustible],
  ['deviceStatus', 'status', 0, 2, []],
];

/** The metrics a device may send, by id. */
export const sendableMetrics: ReadonlyMap<string, SendableMetric> = new Map(
  rows.map(([id, kind, min, max, descriptors]) => [id, { id, kind, min, max, descriptors }]),
);

/** Codes of `deviceStatus`, from best to worst; a reading stores the position. */
export const deviceStatusCodes = ['isOperationnal', 'internetLost', 'padsDisconnect'] as const;

/** True where an interval without a reading may mean that nobody came, so that filling it with 0 makes sense. */
export function countsFromZero(metric: SendableMetric): boolean {
  return metric.kind === 'flow' || metric.kind === 'count';
}
