export * from './aggregations.ts';
export * from './metric.ts';
export { findMetric, metrics } from './registry.ts';
