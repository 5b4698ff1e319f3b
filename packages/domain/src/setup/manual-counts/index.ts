export { type CountError, minPeople } from './count-error.ts';
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
