export { aClock, type TestClock } from './a-clock.ts';
