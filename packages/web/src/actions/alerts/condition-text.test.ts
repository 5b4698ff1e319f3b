import { beforeAll, expect, it } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import { formatMetric, formatUsualMetric } from './condition-text.ts';

const words = { t: ((id, values) => i18n._(id, values)) as Translate, locale: 'en-GB' };

beforeAll(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
});

it('writes what is usual like the cards of pages: a small mean of people has a decimal', () => {
  const text = (value: string) => value.replace(/[\u00a0\u202f]/g, ' ');
  expect(text(formatUsualMetric(9.5, 'affluenceIn', words))).toBe('9.5 visitors');
  expect(text(formatUsualMetric(66_500, 'affluenceIn', words))).toBe('66,500 visitors');
  expect(text(formatUsualMetric(785.4, 'co2', words))).toBe(text(formatMetric(785.4, 'co2', words)));
});
