export { buildSwings, computePreviousRegister, type Swing, toMeterDays } from './meters.ts';
export {
  getStandardOffset,
  type SentReading,
  simulateReadings,
  type TimedReading,
} from './readings.ts';
export { computeDayFactor, getWeeklyRhythm, QUARTERS } from './rhythm.ts';
export { type SensorModel, type SensorReading, simulateSensor } from './sensors/index.ts';
export { createSimulator, type SimulatedSite } from './simulator.ts';
export type {
  CameraModel,
  DoorModel,
  KindsModel,
  MeterModel,
  OutageModel,
  RoomModel,
  SiteModel,
  TillModel,
} from './site-model.ts';
export { cumulateShares } from './site-model.ts';
export type { SiteSetting } from './site-setting.ts';
export { positionSteps } from './stays.ts';
export { type SoldReceipt, simulateReceipts } from './tills.ts';
