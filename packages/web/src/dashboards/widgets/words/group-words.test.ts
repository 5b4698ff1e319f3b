import { beforeAll, expect, test } from 'vitest';
import { type Language, type MessageId, openHouse, openMetrics, speak, speech } from '../../../i18n/index.ts';
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
] as const;

test.each([
  ['en', ['Monday', '09:00', 'August', 'Weekend', 'Working days', '7', 'MONDAY', 'Women']],
  ['fr', ['lundi', '09:00', 'août', 'Week-end', 'Jours ouvrables', '7', 'MONDAY', 'Femmes']],
  ['ar', ['الاثنين', '09:00', 'أغسطس', 'نهاية الأسبوع', 'أيام العمل', '7', 'MONDAY', 'نساء']],
] as const satisfies readonly (readonly [Language, readonly string[]])[])(
  'groups of times and people go by their words in %s, places by their names',
  async (language, expected) => {
    await speak(language);
    const say = (id: MessageId) => speech._(id);
    expect(groups.map(([type, label]) => groupWord({ type, label }, { say, locale: language }))).toEqual(expected);
  },
);
