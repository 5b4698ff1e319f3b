export { conditionText, lengthText, metricText, peakText, type SpokenCondition, typeText } from './condition-text.ts';
export { momentText } from './moments.ts';
export { StateChip, shownState } from './state-chip.tsx';
