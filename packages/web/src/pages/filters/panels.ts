export { ComparePanel, GenderPanel } from './choice-panels.tsx';
export { DayPanel } from './day-panel.tsx';
export { MorePanel } from './more-panel.tsx';
export { TimespanPanel } from './timespan-panel.tsx';
export { ZonePanel } from './zone-panel.tsx';
