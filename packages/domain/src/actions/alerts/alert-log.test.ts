import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertLogItem, buildAlertLogRows } from './alert-log.ts';

const entry = (zoneName: string | null, dateBegin: number, type: string, value: number | null): AlertLogItem => ({
  zoneName,
  dateBegin,
  dateEnd: null,
  metrics: [{ type, threshold: 1000, value }],
});

describe('lines of the alert log (G11)', () => {
  it('come by value, the greatest first, and those without a value last', () => {
    const rows = buildAlertLogRows([
      entry('Hall', 1, 'co2', 1100),
      entry('Hall', 2, 'status', null),
      entry('Lounge', 3, 'co2', 1400),
      entry('Food', 4, 'co2', 1400),
    ]);
    expect(rows.map(({ zoneName, value }) => [zoneName, value])).toEqual([
      ['Food', 1400],
      ['Lounge', 1400],
      ['Hall', 1100],
      ['Hall', null],
    ]);
  });

  it('are one for each zone name, begin and metric, and keep the greatest value', () => {
    const rows = buildAlertLogRows([
      entry('Hall', 1, 'co2', 1100),
      entry('Hall', 1, 'co2', 1300),
      entry('Hall', 1, 'temperature', 27),
      entry('Hall', 2, 'co2', 1200),
      entry(null, 1, 'co2', 900),
    ]);
    expect(rows.map(({ value }) => value)).toEqual([1300, 1200, 900, 27]);
  });

  it('lose no metric, repeat none, and are in order whatever order the entries come in', () => {
    const item = fc.record({
      zoneName: fc.constantFrom('Hall', 'Lounge', null),
      dateBegin: fc.nat(3),
      dateEnd: fc.constant(null),
      metrics: fc.array(
        fc.record({
          type: fc.constantFrom('co2', 'inside'),
          threshold: fc.constant(null),
          value: fc.option(fc.nat(9)),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const rows = buildAlertLogRows(items);
        const identity = (row: { zoneName: string | null; dateBegin: number; type: string }) =>
          JSON.stringify([row.zoneName, row.dateBegin, row.type]);
        const wanted = items.flatMap((one) => one.metrics.map((metric) => identity({ ...one, ...metric })));
        expect(new Set(rows.map(identity))).toEqual(new Set(wanted));
        expect(rows).toHaveLength(new Set(wanted).size);
        const values = rows.map(({ value }) => value ?? -1);
        expect(values).toEqual([...values].sort((a, b) => b - a));
      }),
    );
  });
});
