export { type ComparedCount, type CompareState, compareCount, type SensorInterval } from './compare-count.ts';
export { type CountError, fewestPeople } from './count-error.ts';
export { type CountProblem, checkTaps, longestCount, mostTaps, type Taps } from './taps.ts';
export { wholeIntervals } from './whole-intervals.ts';
