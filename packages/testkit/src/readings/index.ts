export { steady, type TestReading } from './test-reading.ts';
