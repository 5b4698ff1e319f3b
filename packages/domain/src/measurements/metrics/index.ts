export * from './aggregations.ts';
export * from './bands.ts';
export * from './meter-factors.ts';
export * from './metric.ts';
export * from './quantities.ts';
export { findMetric, metrics } from './registry.ts';
