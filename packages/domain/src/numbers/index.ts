export { type Facet, type FacetLabel, getFacets } from './facets.ts';
export * from './figures/compare-figure.ts';
export { type FigureDeviation, measureDeviation } from './figures/measure-deviation.ts';
export {
  type ComparedCells,
  type ComparisonRule,
  compareInterval,
  findCountedIntervals,
  findCountedPlaces,
  listKnownPairs,
} from './folds/base-intervals.ts';
export { countAmounts, type IntervalAmounts } from './folds/count-amounts.ts';
export { joinSketches, sketchSize } from './folds/distinct.ts';
export {
  foldCells,
  foldDifference,
  foldRatio,
  foldWeight,
  isPartial,
  joinCells,
  type RatioCell,
} from './folds/fold-cells.ts';
export { joinStats } from './folds/fold-of-kind.ts';
export { foldScores } from './folds/fold-scores.ts';
export type {
  Cell,
  DistinctMeasure,
  FlowMeasure,
  Measure,
  MeasureKind,
  SampleMeasure,
  SampleStats,
  Sketch,
  StateMeasure,
  StatusMeasure,
  WeightedValues,
} from './folds/measure.ts';
export {
  countBetween,
  type FallKind,
  maxInterpolatedMs,
  type RegisterCurve,
  readRegister,
  settledAfterMs,
} from './folds/read-register.ts';
export {
  type DescriptorFilter,
  emptyQuery,
  type GroupBy,
  getQueryKey,
  type IdFilter,
  type MeasurementQuery,
  type Sort,
} from './measurement-query.ts';
export * from './metrics/index.ts';
export { getAxisInterval } from './periods/axis-interval.ts';
export {
  type CalendarUnit,
  findCalendarUnit,
  getCalendarPeriod,
  getPreviousPeriod,
  type YearCalendar,
} from './periods/calendar-periods.ts';
export {
  buildComparisonBuckets,
  buildComparisonSpans,
  type CompareMode,
  type Comparison,
  type ComparisonBuckets,
  compareElapsed,
  compareModes,
  minUsualShifts,
  type QueryCompareMode,
  queryCompareModes,
  type ShiftedSpan,
  shiftBack,
  usualShifts,
} from './periods/comparison.ts';
export {
  countDays,
  countTotalDays,
  type DateInterval,
  type DayRange,
  getLastDay,
  getSelectableDays,
  parseDateInterval,
  parseRanges,
  type RangeProblem,
  type RangeRow,
  resolveInterval,
  toDayRange,
} from './periods/day-range.ts';
export {
  type DiscontinuousPeriod,
  discontinuousPeriods,
  findGroupHours,
  type GroupOfTime,
  getMaxGroups,
  getTimeGroup,
  getWidestStep,
  monthNames,
  parseWeekday,
  type TimeGroup,
  weekdayNames,
} from './periods/discontinuous.ts';
export {
  findHourSpans,
  getPresetHours,
  type HourFilter,
  type HourPreset,
  hourPresets,
  type TimesOfDay,
} from './periods/hours.ts';
export {
  getDefaultPreset,
  getPresetDays,
  getPresetUnit,
  isTimespanPreset,
  listCalendarPresets,
  rollingPresets,
  type TimespanPreset,
  timespanPresets,
} from './periods/presets.ts';
export { createUsualDays, findUnusualReason, shiftDayBack, type UsualDays } from './periods/usual-days.ts';
export * from './point.ts';
export {
  type Criterion,
  criteria,
  criterionDescriptors,
  type DescriptorCriterion,
  type DescriptorKey,
  type GroupByType,
  groupByTypes,
  isDescriptorCriterion,
  type PassageType,
  passageTypes,
  type Target,
  targets,
} from './query-vocabulary.ts';
export type { RawCondition, RawFilters, RawGroupBy, RawHours, RawQuery, RawSort } from './raw-query.ts';
export { maxPoints, maxSteps, type RefusalId, refusalIds } from './raw-query.ts';
