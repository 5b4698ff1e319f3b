import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DecimalMark,
  detectDecimalMark,
  detectDelimiter,
  isNoValue,
  parseDecimal,
  splitFields,
} from './delimited-files.ts';

test.each<[string, DecimalMark | null]>([
  ['612,5', ','],
  ['612.5', '.'],
  ['-0.125', '.'],
  ['0,125', ','],
  ['1050.000', '.'],
  ['12.3456', '.'],
  ['1.5e3', '.'],
  ['1.234,5', ','],
  ['1,234.5', '.'],
  ['1.234.567', ','],
  ['1,234,567', '.'],
  ["1'050,25", ','],
  ['1.050', null],
  ['1,050', null],
  ['-999.999', null],
  ['612', null],
  ['', null],
  ['.', null],
  ['12,5 kWh', null],
])('%s shows %s', (text, mark) => {
  expect(detectDecimalMark(text)).toBe(mark);
});

const of = (marks: string, takesComma: boolean) => ({ shown: new Set([...marks] as DecimalMark[]), takesComma });

test.each<[string, string, boolean, number | 'unclear' | null]>([
  // Columns separated by semicolons or tabs: either mark may be the decimal mark.
  ['1.050', ',', true, 'unclear'],
  ['1,050', '.', true, 'unclear'],
  ['1.050', '.,', true, 'unclear'],
  ['1.050', '', true, 'unclear'],
  ['1,050', '', true, 'unclear'],
  ['1.050', '.', true, 1.05],
  ['1,050', ',', true, 1.05],
  ['-1,050', ',', true, -1.05],
  ['612,5', ',', true, 612.5],
  ['612.5', '.,', true, 612.5],
  ['0.125', '', true, 0.125],
  ['1050', ',', true, 1050],
  // Columns separated by commas: the point is the decimal mark, unless the file's numbers use commas.
  ['1.050', '', false, 1.05],
  ['1.050', '.', false, 1.05],
  ['1.050', ',', false, 'unclear'],
  ['1,050', ',', false, null],
  ['612,5', ',', false, null],
  ['many', '', true, null],
  ['1.234,5', ',', true, 1234.5],
  ['1.234.567', ',', true, 1234567],
  ['1,234.5', '.', true, 1234.5],
  ['1,234.5', '.', false, 1234.5],
  ['1.234,5', '.', false, null],
  ["1'050,25", ',', true, 1050.25],
  ['1 050', '', true, 1050],
  ['1 05', '', true, null],
  ['−0.5', '.', true, -0.5],
])('%s beside numbers with %j is %s', (text, marks, takesComma, expected) => {
  expect(parseDecimal(text, of(marks, takesComma))).toBe(expected);
});

test.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['a,,', ['a', '', '']],
  ['"a","b"', ['a', 'b']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a ""b""",', ['a "b"', '']],
  ['"",""', ['', '']],
  ['5" pipe,2', ['5" pipe', '2']],
  ['"a"b,c', 'bad'],
  ['a,"b', 'open'],
  ['"a""', 'open'],
])('%s', (text, expected) => {
  expect(splitFields(text, ',')).toEqual(expected);
});

test('whatever fields a writer quotes come back', () => {
  const fields = fc.array(fc.string(), { minLength: 1 });
  fc.assert(
    fc.property(fields, (written) => {
      const text = written.map((field) => `"${field.replaceAll('"', '""')}"`).join(';');
      expect(splitFields(text, ';')).toEqual(written);
    }),
  );
});

test.each([
  [['time,in', '2020-02-14 07:00,3'], ','],
  [['time;in', '2020-02-14 07:00;1,5', '2020-02-14 07:05;1,5'], ';'],
  [['Report, made today', 'time;in;out', '14.02.2020, 07:00;1;2', '14.02.2020, 07:05;1;2'], ';'],
  [['time\tin', '"a\tb"\t2'], '\t'],
  [['time|in', '07:00|3'], '|'],
  [['alone'], ','],
  [[], ','],
])('%j is separated by %j', (lines, expected) => expect(detectDelimiter(lines)).toBe(expected));

test.each(['-', 'n/a', 'NaN', 'NULL', 'unavailable'])('%s is no value', (text) => expect(isNoValue(text)).toBe(true));
test.each(['', '0', '-1', 'nano', 'many'])('%j may be one', (text) => expect(isNoValue(text)).toBe(false));
