export * from './opening-hours.ts';
export * from './topology.ts';
