export { meterDays, type Swing, shownBefore, swingsOf } from './meters.ts';
export {
  readingsBetween,
  type SentReading,
  standardOffset,
  type TimedReading,
} from './readings.ts';
export { dayFactor, QUARTERS, weeklyRhythm } from './rhythm.ts';
export { type SensorModel, type SensorReading, sensorReadings } from './sensors/index.ts';
export { createSimulator, type SimulatedSite } from './simulator.ts';
export type {
  CameraModel,
  DoorModel,
  MeterModel,
  OutageModel,
  RoomModel,
  SiteModel,
  TellingModel,
  TillModel,
} from './site-model.ts';
export { upTo } from './site-model.ts';
export type { SiteSetting } from './site-setting.ts';
export { placeSteps } from './stays.ts';
export { receiptsBetween, type SoldReceipt } from './tills.ts';
