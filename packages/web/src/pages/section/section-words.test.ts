import { findMetric, type Metric } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { formatExact, formatFigure, formatFigureParts } from '../words/section-texts.ts';

const reader = { t: ((id: string) => id) as Translate, locale: 'en' };

test.each([
  ['electricityConsumption', 1156.31849, '1,156.318', 'kWh', '1,156\u00a0kWh'],
  ['heatConsumption', 12, '12.000', 'kWh', '12.0\u00a0kWh'],
  ['waterConsumption', 311.06, '311.1', 'm³', '311\u00a0m³'],
  ['temperature', 21.46, '21.5', '°C', '21.5\u00a0°C'],
  ['co2', 742.4, '742', 'ppm', '742\u00a0ppm'],
])('H01 a figure of %s, %d, has the decimals of its metric: %s', (id, value, text, unit, short) => {
  const metric = findMetric(id) as Metric;
  expect(formatFigureParts(value, metric, reader)).toEqual({ text, unit });
  expect(formatExact(value, metric, reader)).toBe(`${text}\u00a0${unit}`);
  expect(formatFigure(value, metric, reader)).toBe(short);
});
