import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitTyped, getInvalidEntries, getValidEmails, noEmails, removeToken, setTyped } from './emails.ts';

const address = fc.constantFrom('ann@demo.example', 'bob@demo.example', 'cas@shop.example', 'dee@mall.example');
const between = fc.constantFrom(',', ';', ' ', '\n', ', ', ';\n');

describe('J02 addresses', () => {
  it('are the same whether they are pasted or typed letter by letter, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, between), { minLength: 1, maxLength: 8 }), (written) => {
        const text = written.flat().join('');
        const pasted = commitTyped(setTyped(noEmails, text));
        const typed = [...text].reduce((before, letter) => setTyped(before, before.typed + letter), noEmails);
        expect(commitTyped(typed)).toEqual(pasted);
        expect(pasted.tokens).toEqual([...new Set(written.map(([email]) => email))]);
      }),
    );
  });

  it('count while being typed', () => {
    expect(getValidEmails({ tokens: ['ann@demo.example'], typed: ' Bob@Demo.Example' })).toEqual([
      'ann@demo.example',
      'bob@demo.example',
    ]);
  });

  it('become tokens at a separator, not before', () => {
    expect(setTyped(noEmails, 'ann@demo.example')).toEqual({ tokens: [], typed: 'ann@demo.example' });
    expect(setTyped(noEmails, 'ann@demo.example,')).toEqual({ tokens: ['ann@demo.example'], typed: '' });
    expect(setTyped(noEmails, 'ann@demo.example, b')).toEqual({ tokens: ['ann@demo.example'], typed: 'b' });
  });

  it('are found in what mail programs copy', () => {
    expect(getValidEmails({ tokens: [], typed: '<ann@demo.example>; "bob@demo.example"' })).toEqual([
      'ann@demo.example',
      'bob@demo.example',
    ]);
  });

  it('that are invalid stay as typed and are reported', () => {
    const written = commitTyped({ tokens: ['ann@demo.example'], typed: 'ann@, Bob' });
    expect(written.tokens).toEqual(['ann@demo.example', 'ann@', 'Bob']);
    expect(getInvalidEntries(written)).toEqual(['ann@', 'Bob']);
    expect(getValidEmails(written)).toEqual(['ann@demo.example']);
    expect(removeToken(written, 'ann@').tokens).toEqual(['ann@demo.example', 'Bob']);
  });
});
