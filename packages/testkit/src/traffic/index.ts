export { meterDays, type Swing, swingsOf } from './meters.ts';
export {
  readingsBetween,
  type SentReading,
  type SiteSetting,
  serialNumber,
  standardOffset,
  type TimedReading,
} from './readings.ts';
export { dayFactor, QUARTERS, weeklyRhythm } from './rhythm.ts';
export { createSimulator, type SimulatedSite } from './simulator.ts';
export type {
  CameraModel,
  DoorModel,
  MeterModel,
  OutageModel,
  RoomModel,
  SiteModel,
  TillModel,
} from './site-model.ts';
export { placeSteps } from './stays.ts';
export { receiptsBetween, type SoldReceipt } from './tills.ts';
