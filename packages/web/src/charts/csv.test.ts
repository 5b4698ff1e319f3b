import { expect, it } from 'vitest';
import { formatCsv } from './csv.ts';

it('quotes what needs it and keeps formulas from running', () => {
  const text = formatCsv({
    columns: ['Zone', 'a,b'],
    rows: [
      ['=cmd()', 'say "hi"'],
      ['+1', '−3'],
      ['-2', '@x'],
    ],
  });
  expect(text).toBe('Zone,"a,b"\r\n\'=cmd(),"say ""hi"""\r\n+1,−3\r\n-2,\'@x');
});
