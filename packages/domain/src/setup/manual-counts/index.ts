export { type CountError, estimateError, minPeople } from './count-error.ts';
export {
  type ComparedCount,
  type CompareState,
  type CountProblem,
  checkTaps,
  compareCount,
  findWholeIntervals,
  maxCountMs,
  maxTaps,
  type SensorInterval,
  type Taps,
} from './manual-count.ts';
export { type CountedDoor, type SumError, sumErrors } from './sum-error.ts';
