export { steadyReadings, type TestReading } from './test-reading.ts';
