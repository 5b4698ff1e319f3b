export { createMeasurements, type MeasuringFoundation } from './create-measurements.ts';
