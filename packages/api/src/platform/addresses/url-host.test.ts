import { expect, test } from 'vitest';
import { toUrlHost } from './ip-address.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['0:0:0:0:0:0:0:0', '[::1]'],
  ['::1', '[::1]'],
  ['2001:DB8::7', '[2001:db8::7]'],
  ['atrium.example', 'atrium.example'],
])('%s is opened at %s', (host, expected) => {
  expect(toUrlHost(host)).toBe(expected);
  expect(new URL(`http://${toUrlHost(host)}:4000`).port).toBe('4000');
});
