export { measurementsOf } from './measurements-of.ts';
