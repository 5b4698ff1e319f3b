export { computeSurprise } from '../figures/compare-figure.ts';
export { type ExpectedMethod, getExpectedMethod } from './expected-method.ts';
export {
  conformalQuantile,
  type ExpectedSample,
  type ExpectedSlot,
  ExpectedValues,
  expectedReach,
  type History,
  type HistoryDay,
  sumHistories,
  type Unexpected,
  type UnusualDay,
  type Warranty,
} from './expected-values.ts';
export {
  type ClosingForecast,
  type CountInProgress,
  type ExpectedFlow,
  type ExpectedWhole,
  type Filling,
  forecastClosing,
  forecastFull,
} from './forecast.ts';
