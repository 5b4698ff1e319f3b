export { type MeasuringFoundation, measurementsOf } from './measurements-of.ts';
