export { type ComparedCount, type CompareState, compareCount, type SensorInterval } from './compare-count.ts';
export { type CountError, minPeople } from './count-error.ts';
export { type CountProblem, checkTaps, maxCountMs, maxTaps, type Taps } from './taps.ts';
export { findWholeIntervals } from './whole-intervals.ts';
