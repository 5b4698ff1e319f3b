import type { Metric } from '../metric.ts';

type Row = readonly [id: string, unit: string, decimals: number, color: string, icon: string, better: Metric['better']];

const rows = [
  ['co2', 'ppm', 0, '#5c940d', 'molecule', 'down'],
  ['temperature', '°C', 1, '#e03131', 'temperature', 'none'],
  ['humidity', '%RH', 1, '#1971c2', 'droplet', 'none'],
  ['tvoc', 'µg/m³', 0, '#9c36b5', 'spray', 'down'],
  ['pm25', 'µg/m³', 1, '#846358', 'grain', 'down'],
  ['pm10', 'µg/m³', 1, '#a18072', 'grain', 'down'],
  // Real values lie around 0.03 mg/m³: fewer decimals would show nothing but zeros.
  ['hcho', 'mg/m³', 3, '#c2255c', 'flask', 'down'],
  ['luminosity', 'lx', 0, '#f08c00', 'sun', 'none'],
  ['pressure', 'hPa', 2, '#3bc9db', 'gauge', 'none'],
] as const satisfies readonly Row[];

const samples: readonly Metric[] = rows.map(([id, unit, decimals, color, icon, better]) => ({
  id,
  kind: 'sample',
  unit,
  decimals,
  color,
  icon,
  better,
  expression: { type: 'sampled', metric: id },
}));

/** Pressure says nothing about comfort. */
const scored = rows.filter(([id]) => id !== 'pressure');

const scores: readonly Metric[] = [
  ...scored.map(([id, , , color, icon]) => score(`${id}Score`, color, icon, [id])),
  score('comfortScore', '#2b8a3e', 'mood-smile', ['temperature', 'humidity', 'co2', 'tvoc']),
];

function score(id: string, color: string, icon: string, of: readonly string[]): Metric {
  return { id, kind: 'score', unit: '/5', decimals: 0, color, icon, better: 'up', expression: { type: 'scores', of } };
}

/** What the air sensors sample, and how good that is. */
export const atmosphereMetrics: readonly Metric[] = [...samples, ...scores];
