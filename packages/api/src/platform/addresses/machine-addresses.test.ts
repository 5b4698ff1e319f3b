import { expect, test } from 'vitest';
import { listNetworkOrigins } from './machine-addresses.ts';

const addresses = ['192.168.1.20', '10.0.0.7', '2001:db8::7'];

test.each([
  ['127.0.0.1', []],
  ['192.168.1.20', []],
  ['atrium.example', []],
  ['0.0.0.0', ['http://192.168.1.20:4000', 'http://10.0.0.7:4000']],
  ['::', ['http://192.168.1.20:4000', 'http://10.0.0.7:4000', 'http://[2001:db8::7]:4000']],
])('%s is reached from other machines at %j', (host, expected) => {
  expect(listNetworkOrigins({ host, port: 4000 }, addresses)).toEqual(expected);
});

test('leaves out the port that browsers leave out', () => {
  expect(listNetworkOrigins({ host: '0.0.0.0', port: 80 }, ['10.0.0.7'])).toEqual(['http://10.0.0.7']);
});
