export { conditionText, lengthText, metricText, type SpokenCondition, typeText } from './condition-text.ts';
export { momentText } from './moments.ts';
export { StateChip, shownState } from './state-chip.tsx';
