export type { Measured, Moment } from './moment.ts';
export type { SensorModel } from './sensor-model.ts';
export { type SensorReading, simulateSensor } from './sensor-readings.ts';
