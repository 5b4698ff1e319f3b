import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, type LocalDate } from '../../core/index.ts';
import { type Band, findBand } from '../../numbers/index.ts';
import { computeComfort, getWorstComfort } from '../comfort.ts';
import { compareDepths, computeBandDepth, findWorstSpell, getShareGranularity, judgeAir } from './index.ts';

const usual = (metric: string): Band => findBand([], metric, null, '2026-06-01');
const co2 = usual('co2');
const minute = 60_000;

/** One reading every five minutes. */
const course = (...values: readonly (number | null)[]) =>
  values.map((value, place) => ({ from: place * 5 * minute, to: (place + 1) * 5 * minute, value }));
const minutes = (found: { from: number; to: number } | null) => found && [found.from / minute, found.to / minute];

describe('the worst time of a day', () => {
  it('is all the time beyond the limit that its worst reading is beyond', () => {
    const found = findWorstSpell(course(600, 900, 1010, 1285, 1100, 990, 600), co2, 'above');
    expect(found).toEqual({ from: 10 * minute, to: 25 * minute, peak: 1285, score: 2, side: 'above', limit: 1000 });
  });

  test.each([
    ['good all the time', [500, 600, 799], null],
    ['only fair', [500, 810, 990, 600], [5, 15]],
    ['the worse one, not the longer one', [1010, 1020, 1030, 600, 1200, 600], [20, 25]],
    ['the longer one of two equally bad', [1200, 600, 1200, 1050, 600], [10, 20]],
    ['the first of two equally bad and long', [600, 1200, 600, 1200], [5, 10]],
    ['not beyond a gap, in which it may have been good', [1100, null, 1200, 1100], [10, 20]],
    ['very poor within a time that was poor', [1100, 1500, 1450, 1100], [5, 15]],
  ])('%s', (_, values, expected) => {
    expect(minutes(findWorstSpell(course(...values), co2, 'above'))).toEqual(expected);
  });

  it('ends where the site shuts, although it goes on as badly the next time it is open', () => {
    const [evening, morning] = course(1200, 1100);
    if (!evening || !morning) throw new Error('two');
    expect(
      minutes(findWorstSpell([evening, { ...morning, from: 900 * minute, to: 905 * minute }], co2, 'above')),
    ).toEqual([0, 5]);
  });

  it('may be on the lower side', () => {
    const found = findWorstSpell(course(20, 18.5, 17.2, 21), usual('temperature'), 'below');
    expect(found).toMatchObject({ peak: 17.2, limit: 18, side: 'below', from: 10 * minute, to: 15 * minute });
    expect(findWorstSpell(course(20, 18.5, 17.2, 21), usual('temperature'), 'above')).toBeNull();
  });

  it('holds its peak, is as bad throughout as its score says, and could not be longer', () => {
    const values = fc.array(fc.option(fc.integer({ min: 400, max: 1700 })), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, (readings) => {
        const found = findWorstSpell(course(...readings), co2, 'above');
        const known = readings.filter((value) => value !== null);
        expect(found?.peak ?? null).toBe(Math.max(...known) >= 800 ? Math.max(...known) : null);
        if (!found) return;
        const [first, last] = [found.from / (5 * minute), found.to / (5 * minute) - 1];
        const beyond = (place: number) => (readings[place] ?? 0) >= found.limit;
        for (let place = first; place <= last; place++) expect(beyond(place)).toBe(true);
        expect([beyond(first - 1), beyond(last + 1)]).toEqual([false, false]);
      }),
    );
  });
});

const day = (value: number | null) => [{ from: 0, to: 1440 * minute, value }];

describe('how the air was', () => {
  const judge = (all: Parameters<typeof judgeAir>[0], isWhole = true, places = ['room', 'hall', 'loft']) =>
    judgeAir(all, usual, { places, isWhole });

  it('is not good because its mean is: one reading beyond good is enough', () => {
    const found = judge([
      { metric: 'co2', place: 'room', side: 'above', stretches: day(1285) },
      { metric: 'co2', place: 'hall', side: 'above', stretches: day(640) },
    ]);
    expect(found).toMatchObject({ state: 'poor', places: 2, beyondGood: 1, worst: { place: 'room', value: 1285 } });
  });

  it('is good only where all of it is known', () => {
    const good = { metric: 'co2', place: 'room', side: 'above', stretches: day(640) } as const;
    expect(judge([good])).toEqual({ state: 'good', worst: null, places: 1 });
    expect(judge([good], false)).toEqual({ state: 'goodWhenMeasured', worst: null, places: 1 });
    expect(judge([{ ...good, stretches: day(null) }], false).state).toBe('none');
    expect(judge([]).state).toBe('none');
  });

  it('is worst where it lies deepest in its band, not where a name comes first or a number is larger', () => {
    const found = judge([
      { metric: 'co2', place: 'hall', side: 'above', stretches: day(1010) },
      { metric: 'temperature', place: 'loft', side: 'above', stretches: day(28.4) },
    ]);
    expect(found).toMatchObject({ state: 'poor', worst: { place: 'loft', metric: 'temperature' } });
  });

  it('is worst in the room, not in the floor that holds it, nor in places that are not spoken of', () => {
    const of = (place: string) => ({ metric: 'co2', place, side: 'above', stretches: day(1285) }) as const;
    expect(judge([of('elsewhere'), of('hall'), of('room')])).toMatchObject({ worst: { place: 'room' }, places: 2 });
  });

  it('does not depend on the order of the input', () => {
    const one = fc.record({
      metric: fc.constantFrom('co2', 'temperature', 'humidity'),
      place: fc.constantFrom('room', 'hall', 'loft'),
      value: fc.integer({ min: 0, max: 1600 }),
      at: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), fc.integer(), (all, turn) => {
        const courses = all.flatMap(({ metric, place, value, at }) =>
          (['above', 'below'] as const).map((side) => ({
            metric,
            place,
            side,
            stretches: [{ from: at, to: at + 1, value }],
          })),
        );
        const turned = courses.map(
          (_, index) => courses[(((index + turn) % courses.length) + courses.length) % courses.length],
        );
        const [first, second] = [judge(courses), judge(turned.filter((each) => each !== undefined))];
        expect(second.state).toBe(first.state);
        if (first.worst && second.worst) expect(compareDepths(first.worst, second.worst)).toBe(0);
        const depths = all.flatMap(({ metric, value }) => computeBandDepth(usual(metric), value) ?? []);
        expect(first.worst === null).toBe(depths.length === 0);
        for (const depth of depths) if (first.worst) expect(compareDepths(first.worst, depth)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('comfort', () => {
  test.each([
    [{ temperature: 3, co2: 5 }, 3, ['temperature']],
    [{ temperature: 4, co2: 4, humidity: 5 }, 4, ['temperature', 'co2']],
    [{ temperature: null, tvoc: 2 }, 2, ['tvoc']],
    [{ pm25: 1, co2: 5 }, 5, ['co2']],
  ])('of %j is %d, decided by %j', (scores, score, decidedBy) => {
    expect(computeComfort(new Map(Object.entries(scores)))).toEqual({ score, decidedBy });
  });

  it('is null when no score is known', () => {
    expect(computeComfort(new Map([['co2', null]]))).toBeNull();
    expect(getWorstComfort([null, null])).toBeNull();
    expect(getWorstComfort([])).toBeNull();
  });

  it('of several places is that of the worst, decided by what decides there', () => {
    const places = [
      { score: 4, decidedBy: ['co2'] },
      null,
      { score: 2, decidedBy: ['humidity'] },
      { score: 2, decidedBy: ['temperature'] },
    ] as const;
    expect(getWorstComfort(places)).toEqual({ score: 2, decidedBy: ['temperature', 'humidity'] });
  });
});

test.each([
  [1, 1, 300],
  [1, 20, 300],
  [1, 40, 900],
  [7, 9, 1800],
  [31, 9, 10_800],
  [90, 9, 86_400],
])('shares of the time of %i days at %i places are told by steps of %i s', (days, places, width) => {
  const from = '2026-03-01' as LocalDate;
  expect(getShareGranularity([{ from, to: addDays(from, days) as LocalDate }], places)).toBe(width);
});
