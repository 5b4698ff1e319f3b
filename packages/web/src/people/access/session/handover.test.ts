import { expect, it } from 'vitest';
import { takeHandover } from './handover.ts';

const leave = (left: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `atrium-handover=${encodeURIComponent(left)}; path=/login`;
};

it.each([
  ['{"token":"a.b.c"}', { is: 'whole', token: 'a.b.c' }],
  ['{"token":"a.b.c","otpContact":null}', { is: 'whole', token: 'a.b.c' }],
  ['{"token":"a.b.c","otpContact":"pigeon"}', { is: 'whole', token: 'a.b.c' }],
  ['{"token":"a.b.c","otpContact":"phone"}', { is: 'half', signIn: { token: 'a.b.c', contact: 'phone' } }],
  ['{"token":7}', null],
  ['{}', null],
  ['null', null],
  ['{"token', null],
])('of %s it takes %j, once', (left, taken) => {
  window.history.replaceState(null, '', '/login');
  leave(left);
  expect(takeHandover()).toEqual(taken);
  expect(document.cookie).toBe('');
});
