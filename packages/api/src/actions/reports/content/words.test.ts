import { airSamples, metrics, type Side, type UsualRange } from '@atrium/domain/numbers';
import { describe, expect, it, test } from 'vitest';
import {
  formatChange,
  formatTime,
  formatUsual,
  formatValue,
  getMetricName,
  getUnitText,
  type UsualBasis,
} from './amounts.ts';
import { en, type Forms, type Messages } from './messages/en.ts';
import { catalogues, createReportSpeech, type ReportLanguage } from './report-speech.ts';
import { cleanName, isolate, markStrong, removeMarks, splitParts } from './rich-text.ts';

const languages = Object.keys(catalogues) as ReportLanguage[];
const ids = Object.keys(en) as (keyof Messages)[];
const speech = createReportSpeech('en');
const find = (id: string) => metrics.find((metric) => metric.id === id) as (typeof metrics)[number];
const spaced = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ');

const formsOf = (text: Messages[keyof Messages]) => (typeof text === 'string' ? [text] : Object.values(text));
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

describe.each(languages)('texts in %s', (language) => {
  test('have places for the values of the English ones only', () => {
    for (const id of ids) {
      const known = new Set(formsOf(en[id]).flatMap(namesIn));
      for (const form of formsOf(catalogues[language][id]))
        expect(
          namesIn(form).filter((name) => !known.has(name)),
          id,
        ).toEqual([]);
    }
  });

  test('that show a count show it in every form that does not say it in words', () => {
    for (const id of ids) {
      const text: string | Forms = catalogues[language][id];
      if (typeof text === 'string') continue;
      const shows = (form: string | undefined) => form === undefined || /\{(n|people|known)\}/.test(form);
      for (const form of ['few', 'many', 'other'] as const)
        if (shows(formsOf(en[id]).at(-1))) expect(shows(text[form]), `${id} ${form}`).toBe(true);
    }
  });

  test('are not empty and end as the English ones do', () => {
    for (const id of ids) {
      const ends = formsOf(en[id]).every((form) => form.endsWith('.'));
      for (const form of formsOf(catalogues[language][id])) {
        expect(form.trim(), id).toBe(form);
        expect(form, id).not.toBe('');
        // A unit may be an abbreviation.
        if (!id.startsWith('unit.')) expect(form.endsWith('.'), id).toBe(ends);
      }
    }
  });

  test('name whatever sensors of the air and meters tell', () => {
    const told = [...airSamples.map(({ id }) => id), 'electricityConsumption', 'waterConsumption', 'heatProduction'];
    for (const id of told) expect(getMetricName(find(id), createReportSpeech(language))).not.toBe('');
  });
});

describe('numbers in words', () => {
  test.each([
    ['affluenceIn', 67_126, '67,126', 'visitors'],
    ['affluenceIn', 1, '1', 'visitor'],
    ['footfallCaptureRate', 86.349, '86.35 %', ''],
    ['dwell', 1425, '23 m 45 s', ''],
    ['humidity', 45.26, '45.3', '%'],
    ['electricityConsumption', 27_554.239, '27,554.239', 'kWh'],
    ['affluenceIn', null, '–', ''],
  ])('%s %s', (id, value, number, unit) => {
    const found = formatValue(value, find(id), find(id).unit, speech);
    expect({ ...found, number: spaced(found.number) }).toEqual({ number, unit });
  });

  it('have a decimal where a mean of few counts is meant', () => {
    const basis = { times: null, weekday: null };
    const text = (usual: number | null, range: UsualRange | null = null, more: Partial<UsualBasis> = {}) =>
      spaced(formatUsual({ usual, range }, find('affluenceIn'), { ...basis, ...more }, speech) ?? '');
    expect(text(9.5)).toBe('9.5');
    expect(text(361_728.25)).toBe('361,728');
    expect(text(null)).toBe('');
    // As on cards: the range, or what the mean is of.
    expect(text(66_500, { lower: 51_000, upper: 80_000 })).toBe('66,500 (51,000–80,000)');
    expect(text(3018, null, { times: 3, weekday: 5 })).toBe('3,018, 3 prev. Fri');
    expect(text(3018, null, { times: 4 })).toBe('3,018, 4 earlier periods');
  });

  it('say how they changed: in percent, in points, or in people', () => {
    const delta = { change: 5.49, points: false, people: false, direction: 'up', tone: 'good' } as const;
    const text = (more: object, side: Side | null = null, isBrief = false) =>
      spaced(formatChange({ change: { ...delta, ...more }, side }, speech, isBrief)?.text ?? '');
    expect(text({})).toBe('+5.5 %');
    expect(text({ points: true, change: -0.04 })).toBe('−0.04 pt');
    expect(text({ people: true, change: -12 })).toBe('−12');
    expect(text({ change: 0, direction: 'flat' })).toBe('about the same');
    // With a range its side is named, and within it there is no change.
    expect(text({}, 'above')).toBe('above the usual range, +5.5 %');
    expect(text({}, 'above', true)).toBe('+5.5 %');
    expect(text({ people: true, change: -12 }, 'below')).toBe('below the usual range, −12');
    expect(text({}, 'within', true)).toBe('as usual');
  });

  it('take the forms that a language has', () => {
    const units = (count: number) => getUnitText('visitors', count, createReportSpeech('ar'));
    expect(new Set([1, 2, 3, 11, 100].map(units)).size).toBe(4);
    expect(spaced(formatTime(9_660_000, speech))).toBe('2 h 41 m');
  });
});

describe('days and times', () => {
  it('are written as a reader of the language writes them, in Latin digits', () => {
    const [first, last] = ['2026-11-16', '2026-11-22'] as never[];
    const all = languages.map((language) => {
      const { days, moment } = createReportSpeech(language);
      return spaced(
        `${days(first as never, last as never)} | ${moment(Date.parse('2026-11-17T09:12:00Z'), 'Europe/Zurich')}`,
      );
    });
    expect(all).toEqual([
      'Mon 16 Nov – Sun 22 Nov 2026 | Tue 17 Nov, 10:12',
      'lun. 16 – dim. 22 nov. 2026 | mar. 17 nov., 10:12',
      'Mo. 16. – So. 22. Nov. 2026 | Di. 17. Nov., 10:12',
      'lun 16 – dom 22 nov 2026 | mar 17 nov, 10:12',
      'lun 16 nov – dom 22 nov 2026 | mar 17 nov, 10:12',
      'الاثنين 16 – الأحد 22 نوفمبر 2026 | الثلاثاء 17 نوفمبر، 10:12',
    ]);
  });
});

describe('what is strong', () => {
  it('is told apart within a sentence, and gone from plain text', () => {
    const sentence = `${markStrong('12 people')} came in, ${markStrong('5 %')} more.`;
    expect(splitParts(sentence)).toEqual([
      { text: '12 people', isStrong: true },
      { text: ' came in, ', isStrong: false },
      { text: '5 %', isStrong: true },
      { text: ' more.', isStrong: false },
    ]);
    expect(removeMarks(sentence)).toBe('12 people came in, 5 % more.');
  });

  it('cannot be forged by a name, nor can a name turn what stands around it', () => {
    expect(cleanName('\ue000Gate\ue001\u202e exe\u0007\n 1 ')).toBe('Gate exe 1');
    expect(isolate('Gate', 'ltr')).toBe('Gate');
    expect(isolate('القاعة 5', 'ltr')).toBe('\u2068القاعة 5\u2069');
    expect(isolate('+5.5 %', 'rtl')).toBe('\u2066+5.5 %\u2069');
  });
});
