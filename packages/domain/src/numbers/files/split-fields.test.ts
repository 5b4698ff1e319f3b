import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFields } from './split-fields.ts';

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
