import { descriptorValues } from '@atrium/domain/numbers/readings';
import { beforeAll, expect, test } from 'vitest';
import {
  i18n,
  type Language,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  type MessageId,
  setLanguage,
} from '../../i18n/index.ts';
import { formatGroup } from './metric-texts.ts';

beforeAll(() => Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]));

const groups = [
  ['WEEKDAY', 'MONDAY'],
  ['HOURLY', '9'],
  ['MONTHLY', 'AUGUST'],
  ['WEEKEND', 'WEEKEND'],
  ['WEEKEND', 'WEEKDAY'],
  ['WEEKLY', '7'],
  ['ZONE_ID', 'MONDAY'],
  ['GENDER', 'female'],
  ['AGE_CATEGORY', 'youngAdult'],
  ['ELECTRICITY_USE', 'lighting'],
  ['COUNTRY', 'CH'],
  ['COUNTRY', 'unknown'],
] as const;

test.each([
  [
    'en',
    [
      'Monday',
      '09:00',
      'August',
      'Weekend',
      'Working days',
      '7',
      'MONDAY',
      'Women',
      'Young adults',
      'Lighting',
      'Switzerland',
      'Unknown country',
    ],
  ],
  [
    'fr',
    [
      'lundi',
      '09:00',
      'août',
      'Week-end',
      'Jours ouvrables',
      '7',
      'MONDAY',
      'Femmes',
      'Jeunes adultes',
      'Éclairage',
      'Suisse',
      'Pays inconnu',
    ],
  ],
  [
    'ar',
    [
      'الاثنين',
      '09:00',
      'أغسطس',
      'نهاية الأسبوع',
      'أيام العمل',
      '7',
      'MONDAY',
      'نساء',
      'شباب',
      'إضاءة',
      'سويسرا',
      'بلد غير معروف',
    ],
  ],
] as const satisfies readonly (readonly [Language, readonly string[]])[])(
  'groups of times and people go by their words in %s, places by their names',
  async (language, expected) => {
    await setLanguage(language);
    const t = (id: MessageId) => i18n._(id);
    expect(
      groups.map(([type, label]) => formatGroup({ type, label }, { t, locale: language, dateFormat: 'DD/MM/YYYY' })),
    ).toEqual(expected);
  },
);

test('every value a descriptor takes has a word', async () => {
  await setLanguage('en');
  const values = Object.values(descriptorValues).flatMap((list) => (list === 'wholeNumber' ? [] : [...list]));
  const ways = ['in', 'out', 'forward', 'backward', 'left', 'right', 'up', 'down'];
  for (const value of values.filter((one) => !ways.includes(one)))
    expect(i18n._(`descriptor.${value}` as MessageId)).not.toBe(`descriptor.${value}`);
});
