export * from './flow-rule.ts';
export * from './opening-hours.ts';
export * from './opening-spans.ts';
export * from './opening-week.ts';
export * from './to-calendar.ts';
export * from './topology.ts';
export * from './validity.ts';
export * from './zone-tree.ts';
