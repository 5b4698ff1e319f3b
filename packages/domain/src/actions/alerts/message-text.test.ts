import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillMessage, measureText, splitMessage } from './message-text.ts';

const values = {
  alert: 'Stale air',
  site: 'Regent',
  zone: 'Upper',
  value: '857 ppm',
  limit: '850 ppm',
  since: '14:50',
};

describe('messages', () => {
  it.each([
    ['{alert} at {site}', 'Stale air at Regent'],
    ['{value} > {limit} since {since} on the {zone}', '857 ppm > 850 ppm since 14:50 on the Upper'],
    ['{nobody} {} {alert', '{nobody} {} {alert'],
    ['', ''],
  ])('fill in %s', (template, filled) => {
    expect(fillMessage(template, values)).toBe(filled);
  });

  it('never fill in what a value says', () => {
    expect(fillMessage('{zone}', { ...values, zone: '{site}' })).toBe('{site}');
  });

  it('fall apart into what they are made of', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const whole = splitMessage(text).map((part) => (typeof part === 'string' ? part : `{${part.token}}`));
        expect(whole.join('')).toBe(text);
      }),
    );
  });
});

describe('the length of a text message', () => {
  it.each([
    ['a'.repeat(160), { length: 160, perMessage: 160, messages: 1 }],
    ['a'.repeat(161), { length: 161, perMessage: 153, messages: 2 }],
    ['€'.repeat(80), { length: 160, perMessage: 160, messages: 1 }],
    ['ع'.repeat(70), { length: 70, perMessage: 70, messages: 1 }],
    [`${'a'.repeat(70)}ع`, { length: 71, perMessage: 67, messages: 2 }],
    ['', { length: 0, perMessage: 160, messages: 0 }],
  ])('is counted as networks count', (text, counted) => {
    expect(measureText(text)).toEqual(counted);
  });
});
