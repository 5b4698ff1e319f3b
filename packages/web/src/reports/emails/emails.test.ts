import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailsOf, noEmails, settled, typedInto, without, wrongOf } from './emails.ts';

const address = fc.constantFrom('ann@demo.example', 'bob@demo.example', 'cas@shop.example', 'dee@mall.example');
const between = fc.constantFrom(',', ';', ' ', '\n', ', ', ';\n');

describe('J02 addresses', () => {
  it('are the same whether they are pasted or typed letter by letter, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, between), { minLength: 1, maxLength: 8 }), (written) => {
        const text = written.flat().join('');
        const pasted = settled(typedInto(noEmails, text));
        const typed = [...text].reduce((before, letter) => typedInto(before, before.typed + letter), noEmails);
        expect(settled(typed)).toEqual(pasted);
        expect(pasted.tokens).toEqual([...new Set(written.map(([email]) => email))]);
      }),
    );
  });

  it('count while being typed', () => {
    expect(emailsOf({ tokens: ['ann@demo.example'], typed: ' Bob@Demo.Example' })).toEqual([
      'ann@demo.example',
      'bob@demo.example',
    ]);
  });

  it('become tokens at a separator, not before', () => {
    expect(typedInto(noEmails, 'ann@demo.example')).toEqual({ tokens: [], typed: 'ann@demo.example' });
    expect(typedInto(noEmails, 'ann@demo.example,')).toEqual({ tokens: ['ann@demo.example'], typed: '' });
    expect(typedInto(noEmails, 'ann@demo.example, b')).toEqual({ tokens: ['ann@demo.example'], typed: 'b' });
  });

  it('are found in what mail programs copy', () => {
    expect(emailsOf({ tokens: [], typed: '<ann@demo.example>; "bob@demo.example"' })).toEqual([
      'ann@demo.example',
      'bob@demo.example',
    ]);
  });

  it('that are invalid stay as typed and are reported', () => {
    const written = settled({ tokens: ['ann@demo.example'], typed: 'ann@, Bob' });
    expect(written.tokens).toEqual(['ann@demo.example', 'ann@', 'Bob']);
    expect(wrongOf(written)).toEqual(['ann@', 'Bob']);
    expect(emailsOf(written)).toEqual(['ann@demo.example']);
    expect(without(written, 'ann@').tokens).toEqual(['ann@demo.example', 'Bob']);
  });
});
