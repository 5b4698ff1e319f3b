export * from './answer-series.ts';
export * from './attention/closed-days.ts';
export * from './attention/day-fan.ts';
export * from './attention/find-causes.ts';
export * from './attention/rank-attention.ts';
export * from './attention/target-lines.ts';
export * from './comfort.ts';
export * from './expectation.ts';
export { addEvent, changeTimespan, type EventDays, getEventDays, removeEvent } from './filters/event-days.ts';
export { decodeFilters, encodeFilters, type FilterSearch, normalizeSearch } from './filters/filter-codec.ts';
export {
  type CategoryChoice,
  type DayFilter,
  defaultFilters,
  type Editability,
  type EngagementChoice,
  engagementChoices,
  type FilterState,
  type GenderChoice,
  genderChoices,
  type HourChoice,
  hourChoices,
  maxRanges,
  type Timespan,
} from './filters/filter-state.ts';
export {
  type FilteredSite,
  listPartZones,
  listTableZones,
  type ResolvedFilters,
  resolveFilters,
} from './filters/resolve.ts';
export { defaultTimespan, resolveRanges, shiftTimespan, toTimespan } from './filters/timespan.ts';
export * from './headline.ts';
export * from './progress.ts';
export * from './queries/asked-query.ts';
export * from './queries/counting-queries.ts';
export * from './queries/overview-queries.ts';
export * from './queries/portfolio-queries.ts';
export { chooseGranularity } from './queries/question-parts.ts';
export * from './queries/section-queries.ts';
export * from './silence.ts';
export * from './site-sections.ts';
export * from './site-tabs.ts';
export * from './typical-week.ts';
export * from './usual-figures.ts';
export * from './zone-coverage.ts';
