import { descriptorValues } from '@atrium/domain/measurements/readings';
import { beforeAll, expect, test } from 'vitest';
import { type Language, type MessageId, openHouse, openMetrics, speak, speech } from '../../i18n/index.ts';
import { groupWord } from './metric-words.ts';

beforeAll(() => Promise.all([openHouse(), openMetrics()]));

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
] as const;

test.each([
  ['en', ['Monday', '09:00', 'August', 'Weekend', 'Working days', '7', 'MONDAY', 'Women', 'Young adults', 'Lighting']],
  [
    'fr',
    ['lundi', '09:00', 'août', 'Week-end', 'Jours ouvrables', '7', 'MONDAY', 'Femmes', 'Jeunes adultes', 'Éclairage'],
  ],
  ['ar', ['الاثنين', '09:00', 'أغسطس', 'نهاية الأسبوع', 'أيام العمل', '7', 'MONDAY', 'نساء', 'شباب', 'إضاءة']],
] as const satisfies readonly (readonly [Language, readonly string[]])[])(
  'groups of times and people go by their words in %s, places by their names',
  async (language, expected) => {
    await speak(language);
    const say = (id: MessageId) => speech._(id);
    expect(
      groups.map(([type, label]) => groupWord({ type, label }, { say, locale: language, dateFormat: 'DD/MM/YYYY' })),
    ).toEqual(expected);
  },
);

test('every value a descriptor takes has a word', async () => {
  await speak('en');
  const values = Object.values(descriptorValues).flatMap((list) => (list === 'wholeNumber' ? [] : [...list]));
  const ways = ['in', 'out', 'forward', 'backward', 'left', 'right', 'up', 'down'];
  for (const value of values.filter((one) => !ways.includes(one)))
    expect(speech._(`descriptor.${value}` as MessageId)).not.toBe(`descriptor.${value}`);
});
