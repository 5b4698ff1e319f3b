import type { Metric } from '../metric.ts';
import { type AirSample, airSamples, comfortMetrics } from './air-samples.ts';

const sampled: readonly AirSample[] = airSamples;

const samples: readonly Metric[] = sampled.map(({ id, unit, decimals, color, icon, better }) => ({
  id,
  kind: 'sample',
  unit,
  decimals,
  color,
  icon,
  better,
  expression: { type: 'sampled', metric: id },
}));

const scores: readonly Metric[] = [
  ...sampled.flatMap(({ id, color, icon, band }) => (band ? [score(`${id}Score`, color, icon, [id])] : [])),
  score('comfortScore', '#2b8a3e', 'mood-smile', comfortMetrics),
];

function score(id: string, color: string, icon: string, of: readonly string[]): Metric {
  return { id, kind: 'score', unit: '/5', decimals: 0, color, icon, better: 'up', expression: { type: 'scores', of } };
}

/** Samples of air sensors, and their scores. */
export const atmosphereMetrics: readonly Metric[] = [...samples, ...scores];
