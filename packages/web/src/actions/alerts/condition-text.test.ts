import { beforeAll, expect, it } from 'vitest';
import {
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  setLanguage,
  type Translate,
} from '../../i18n/index.ts';
import { formatCondition, formatMetric, formatPeak, formatUsualMetric } from './condition-text.ts';

const words = { t: ((id, values) => i18n._(id, values)) as Translate, locale: 'en-GB' };

beforeAll(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages(), loadMessages('alerts')]);
  await setLanguage('en');
});

const text = (value: string | null) => value?.replace(/[\u00a0\u202f]/g, ' ');

it('writes the farthest value as a peak above its limit, and as the lowest below it', () => {
  const farthest = (value: number | null, threshold: number | null) =>
    text(formatPeak({ metrics: [{ type: 'humidity', value, threshold }] }, words));
  expect(farthest(65, 60)).toBe('peak 65.0 %RH');
  expect(farthest(36.5, 37)).toBe('lowest 36.5 %RH');
  expect(farthest(36.5, null)).toBe('peak 36.5 %RH');
  expect(farthest(null, 37)).toBeUndefined();
});

it('writes what is usual like the cards of pages: a small mean of people has a decimal', () => {
  expect(text(formatUsualMetric(9.5, 'affluenceIn', words))).toBe('9.5 visitors');
  expect(text(formatUsualMetric(66_500, 'affluenceIn', words))).toBe('66,500 visitors');
  expect(text(formatUsualMetric(785.4, 'co2', words))).toBe(text(formatMetric(785.4, 'co2', words)));
});

it('names the metric of a limit, and one side of an open range', () => {
  const text = (value: string) => value.replace(/[\u00a0\u202f\u2066-\u2069]/g, ' ').replace(/ +/g, ' ');
  const about = { type: 'threshold', metric: 'waterConsumption', limit: null, enterHold: 0 } as const;
  expect(text(formatCondition({ ...about, min: null, max: 12 }, words))).toBe('Water used above 12.0 m³');
  expect(text(formatCondition({ ...about, min: 3, max: null }, words))).toBe('Water used below 3.0 m³');
  expect(text(formatCondition({ ...about, min: 3, max: 12 }, words))).toContain('Water used outside');
});
