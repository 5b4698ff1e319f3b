import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rejectionCodes } from './rejection.ts';
import { sendableMetrics } from './sendable-metrics.ts';
import { validateReading } from './validate-reading.ts';

const now = Date.UTC(2026, 2, 29, 12);
const good = { device: 'PAD-7', metric: 'affluenceIn', at: '2026-03-29T03:05:00+02:00', value: 4, interval: 300 };
const meter = { device: 'EL-1', metric: 'electricityConsumption', at: good.at, value: 0.25 };
const without = (field: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));

const refused: readonly (readonly [code: string, raw: unknown, words?: string])[] = [
  ['MALFORMED', null],
  ['MALFORMED', 7],
  ['MALFORMED', [good]],
  ['DEVICE_INVALID', without('device')],
  ['DEVICE_INVALID', { ...good, device: '' }],
  ['DEVICE_INVALID', { ...good, device: 12 }],
  ['DEVICE_INVALID', { ...good, device: 'a\u0000b' }],
  ['DEVICE_INVALID', { ...good, device: '\ud800' }],
  ['DEVICE_INVALID', { ...good, device: 'x'.repeat(129) }],
  ['UNKNOWN_METRIC', without('metric')],
  ['UNKNOWN_METRIC', { ...good, metric: 'affluencein' }],
  ['UNKNOWN_METRIC', { ...good, metric: '__proto__' }],
  ['UNKNOWN_METRIC', { ...good, metric: 'x'.repeat(1e6) }],
  ['DERIVED_METRIC', { ...good, metric: 'inside' }, "inside can't be sent: it is computed from affluenceIn"],
  ['DERIVED_METRIC', { ...good, metric: 'captureRate' }, 'divided by the passers-by'],
  ['DERIVED_METRIC', { ...good, metric: 'turnover' }, 'sales imports'],
  ['DERIVED_METRIC', { ...good, metric: 'co2Score' }],
  ['DERIVED_METRIC', { ...good, metric: 'heatConsumptionPerSqmCo2EquivalentOnDay' }, 'from heatConsumption'],
  ['TIME_INVALID', without('at')],
  ['TIME_INVALID', { ...good, at: 1_774_746_300_000 }],
  ['TIME_INVALID', { ...good, at: 'yesterday' }],
  ['TIME_INVALID', { ...good, at: '2026-02-30T00:00:00Z' }],
  ['TIME_INVALID', { ...good, at: '2026-03-29T24:00:00Z' }],
  ['TIME_INVALID', { ...good, at: '2026-03-29T03:05:00+24:00' }],
  ['TIME_INVALID', { ...good, at: '2026-03-29T03:05Z' }],
  ['TIME_WITHOUT_OFFSET', { ...good, at: '2026-03-29T03:05:00' }, 'could be two moments'],
  ['TIME_IN_FUTURE', { ...good, at: '2026-03-29T13:00:00.001Z' }],
  ['TIME_TOO_OLD', { ...good, at: '1999-12-31T23:59:59Z' }],
  ['VALUE_INVALID', without('value')],
  ['VALUE_INVALID', { ...good, value: '4' }],
  ['VALUE_INVALID', { ...good, value: Number.POSITIVE_INFINITY }],
  ['VALUE_INVALID', { ...good, value: null }],
  ['VALUE_INVALID', { ...good, value: 2.5 }, 'affluenceIn counts one by one'],
  ['VALUE_INVALID', { ...good, metric: 'queueAbandon', value: 0.1 }],
  ['VALUE_OUT_OF_RANGE', { ...good, value: -1 }, 'affluenceIn takes values from 0'],
  ['VALUE_OUT_OF_RANGE', { ...good, metric: 'humidity', value: 100.1 }],
  ['VALUE_OUT_OF_RANGE', { ...good, metric: 'deviceStatus', value: 1.5 }],
  ['VALUE_INVALID', { ...good, metric: 'deviceStatus', value: 'asleep' }],
  ['INTERVAL_INVALID', { ...good, interval: -1 }],
  ['INTERVAL_INVALID', { ...good, interval: 1.5 }],
  ['INTERVAL_INVALID', { ...good, interval: 86_401 }],
  ['INTERVAL_INVALID', { ...meter, kind: 'amount' }],
  ['KIND_INVALID', { ...meter, kind: 'sum', interval: 900 }],
  ['KIND_INVALID', { ...meter, kind: 1, interval: 900 }],
  ['KIND_INVALID', { ...good, kind: 'amount' }],
  ['INTERVAL_INVALID', { ...good, interval: '300' }],
  ['WEIGHT_INVALID', { ...good, weight: -1 }],
  ['WEIGHT_INVALID', { ...good, weight: 'heavy' }],
  ['VISITOR_INVALID', { ...good, metric: 'uniqueVisitors', value: 1 }, 'needs a visitor'],
  ['VISITOR_INVALID', { ...good, metric: 'co2', visitor: 'anna' }],
  ['VISITOR_INVALID', { ...good, visitor: 'v'.repeat(129) }],
  ['VISITOR_INVALID', { ...good, visitor: 7 }],
  ['PLACE_INVALID', { ...good, x: 0.1, y: 0.2 }],
  ['PLACE_INVALID', { ...good, metric: 'presence' }, 'needs x and y'],
  ['PLACE_INVALID', { ...good, metric: 'presence', x: 0.5 }],
  ['PLACE_INVALID', { ...good, metric: 'presence', x: 0.5, y: 1.01 }],
  ['UNKNOWN_FIELD', { ...good, gendre: 'female' }],
  ['UNKNOWN_FIELD', JSON.parse('{"device":"A","metric":"co2","at":"2026-03-29T03:05:00Z","value":1,"__proto__":{}}')],
  ['DESCRIPTOR_INVALID', { ...good, gender: 'women' }, 'gender takes one of female, male'],
  ['DESCRIPTOR_INVALID', { ...good, groupSize: 0 }],
  ['DESCRIPTOR_INVALID', { ...good, electricityOrigin: 'grid' }, 'affluenceIn does not go with electricityOrigin'],
  ['DESCRIPTOR_INVALID', { ...good, metric: 'temperature', gender: 'female' }],
];

describe('refusals', () => {
  test.each(refused)('%s: %j', (code, raw, words) => {
    const result = validateReading(raw, now);
    expect(result).toMatchObject({ ok: false, error: { code } });
    if (!result.ok) {
      expect(result.error.message.length).toBeLessThan(300);
      if (words !== undefined) expect(result.error.message).toContain(words);
    }
  });

  test('every code that concerns a single reading is shown above', () => {
    const elsewhere = ['UNKNOWN_DEVICE', 'DEVICE_REMOVED', 'TIME_NOT_KEPT', 'METRIC_NOT_MEASURED'];
    const shown = new Set([...refused.map(([code]) => code), ...elsewhere]);
    expect([...shown].sort()).toEqual(Object.keys(rejectionCodes).sort());
  });

  test('any value yields a result and never throws', () => {
    const field = fc.constantFrom(...Object.keys(good), 'weight', 'visitor', 'x', 'y', 'gender', 'groupSize');
    const anyReading = fc.oneof(
      fc.anything(),
      fc.tuple(field, fc.anything()).map(([name, value]) => ({ ...good, [name]: value })),
    );
    fc.assert(
      fc.property(anyReading, (raw) => {
        const result = validateReading(raw, now);
        if (result.ok) return;
        expect(rejectionCodes).toHaveProperty(result.error.code);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what is taken', () => {
  const taken = (raw: object) => {
    const result = validateReading(raw, now);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };

  test('a plain reading', () => {
    expect(taken(good)).toEqual({
      serial: 'PAD-7',
      metric: 'affluenceIn',
      at: Date.UTC(2026, 2, 29, 1, 5),
      descriptors: '',
      kind: null,
      visitor: '',
      x: -1,
      y: -1,
      value: 4,
      weight: 1,
      interval: 300,
    });
  });

  test('a meter that sends amounts, its register, or does not say which', () => {
    expect(taken({ ...meter, kind: 'amount', interval: 900 })).toMatchObject({ kind: 'amount', interval: 900 });
    expect(taken({ ...meter, kind: 'register' })).toMatchObject({ kind: 'register', interval: 0, descriptors: '' });
    expect(taken({ ...meter, kind: null })).toMatchObject({ kind: null });
  });

  test('descriptors are canonical whatever their order', () => {
    expect(taken({ gender: 'female', ...good, groupSize: 3, ageCategory: 'adult' }).descriptors).toBe(
      'ageCategory=adult;gender=female;groupSize=3',
    );
  });

  test('a visitor without a value counts as 1; a status is sent by name or index', () => {
    expect(taken({ ...without('value'), metric: 'uniqueVisitors', visitor: 'k' })).toMatchObject({
      value: 1,
      visitor: 'k',
    });
    expect(taken({ ...good, metric: 'deviceStatus', value: 'padsDisconnect' }).value).toBe(2);
  });

  test('a place is kept in single precision, and -0 is 0', () => {
    const { x, y } = taken({ ...good, metric: 'presence', x: 0.31, y: -0 });
    expect([x, Object.is(y, 0)]).toEqual([Math.fround(0.31), true]);
    expect(Object.is(taken({ ...good, metric: 'temperature', value: -0 }).value, 0)).toBe(true);
  });

  test.each([
    ['2026-03-29T03:05:00.123456+02:00', Date.UTC(2026, 2, 29, 1, 5, 0, 123)],
    ['2026-03-28t18:35:00-06:30', Date.UTC(2026, 2, 29, 1, 5)],
    ['2024-02-29 00:00:00z', Date.UTC(2024, 1, 29)],
    ['2026-03-29T13:00:00Z', Date.UTC(2026, 2, 29, 13)],
  ])('the time %s', (at, instant) => {
    expect(taken({ ...good, at }).at).toBe(instant);
  });

  test('an instant written in any offset is the same instant', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    const instant = fc.integer({ min: Date.UTC(2000, 0, 2), max: now });
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const text = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(minutes);
        const two = (value: number) => String(value).padStart(2, '0');
        const sign = minutes < 0 ? '-' : '+';
        expect(taken({ ...good, at: `${text}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}` }).at).toBe(at);
      }),
    );
  });

  test('every metric takes both ends of its range and nothing beyond', () => {
    for (const { id, kind, min, max } of sendableMetrics.values()) {
      const raw = { ...good, metric: id };
      const extra = kind === 'presence' ? { x: 0, y: 1 } : kind === 'distinct' ? { visitor: 'k' } : {};
      for (const value of [min, max]) expect(taken({ ...raw, ...extra, value }).value).toBe(value);
      for (const value of [min - 1, max + 1]) {
        expect(validateReading({ ...raw, ...extra, value }, now)).toMatchObject({
          error: { code: 'VALUE_OUT_OF_RANGE' },
        });
      }
    }
  });
});
