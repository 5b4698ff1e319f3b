export * from './flow-rule.ts';
export * from './main-meters.ts';
export * from './opening-spans.ts';
export * from './opening-week.ts';
export * from './tariffs.ts';
export * from './topology.ts';
export * from './virtual-devices.ts';
export * from './zone-tree.ts';
