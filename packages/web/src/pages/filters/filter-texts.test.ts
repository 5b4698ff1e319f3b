import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { formatUsualFigure } from './filter-texts.ts';

const t = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as Translate;
const whole = (value: number) => String(Math.round(value));

test.each([
  ['all of it', { value: 1739, usual: 1752, compared: 1739 }, '1752'],
  ['all of it but for what is not written', { value: 1739, usual: 1752, compared: 1739.2 }, '1752'],
  ['a part', { value: 1739, usual: 1752, compared: 1628 }, 'counting.versusPart {"part":"1628","value":"1752"}'],
  ['of nothing known', { value: null, usual: 1752, compared: null }, '1752'],
  ['with nothing', { value: 1739, usual: null, compared: null }, ''],
])('what a number is compared with says of which part, so that its change can be worked out: %s', (_, given, word) => {
  expect(formatUsualFigure(given, whole, t)).toBe(word);
});
