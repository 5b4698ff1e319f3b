export { isCountry, listCountries } from './countries.ts';
export * from './ids.ts';
export * from './omit-nulls.ts';
export * from './result.ts';
export { roundNoise } from './round-noise.ts';
export * from './same-origin-path.ts';
export {
  type Buckets,
  buildBuckets,
  cutSpan,
  estimateBuckets,
  type Granularity,
  granularities,
  granularity,
  isGranularity,
  roundUpGranularity,
} from './time/buckets.ts';
export { type CalendarTick, listCalendarTicks } from './time/calendar-ticks.ts';
export {
  type FiscalStart,
  type FiscalUnit,
  type FiscalYear,
  fiscalStarts,
  fiscalUnits,
  getFiscalPeriod,
  getFiscalWeek,
  getYearShift,
  type WeekPattern,
  weekPatterns,
} from './time/fiscal-year.ts';
export type { Clock, Instant, LocalDate, LocalTime, Span } from './time/instant.ts';
export {
  createLabelFormatter,
  dateToWall,
  formatLocal,
  formatTimeOfDay,
  instantToDate,
  instantToWall,
  matchWall,
  parseInstant,
  parseTimeOfDay,
  parseWall,
  type Wall,
  type WallMatch,
  wallToInstant,
} from './time/local.ts';
export {
  addDays,
  dayNumberToDate,
  daysBetween,
  getDayOfWeek,
  getWeekday,
  getWeekOfYear,
  isLocalDate,
  listWeekdays,
  startOfMonth,
  startOfWeek,
  toDayNumber,
  type Weekday,
} from './time/local-date.ts';
export {
  getChangeOfDayMs,
  isDayStart,
  listDayStarts,
  listDays,
  type SiteCalendar,
  startOfSiteDay,
  toDaySpan,
  toDaysSpan,
  toSiteDay,
} from './time/site-day.ts';
export { findTransitions, getOffset, isTimezone, type Transition } from './time/zone-offsets.ts';
