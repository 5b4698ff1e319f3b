import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddressGetter, parseNetwork, toRateLimitKey } from './ip-address.ts';

const request = (peer: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const proxies = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

describe('client address', () => {
  it.each<[string, readonly string[], string | undefined, string | undefined, string]>([
    ['is the peer', [], '203.0.113.9', undefined, '203.0.113.9'],
    ['is the peer whatever it says, where no proxy is trusted', [], '10.0.0.1', '198.51.100.1', '10.0.0.1'],
    ['is the peer whatever it says, where it is no trusted proxy', proxies, '203.0.113.9', '10.0.0.2', '203.0.113.9'],
    ['is whom a trusted proxy speaks for', proxies, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['so does one named by its address alone', proxies, '192.0.2.7', '203.0.113.9', '203.0.113.9'],
    ['but not its neighbour', proxies, '192.0.2.8', '203.0.113.9', '192.0.2.8'],
    ['is the last the chain vouches for', proxies, '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['is the first of a chain of our own', proxies, '10.0.0.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['is the proxy where it says nothing', proxies, '10.0.0.1', undefined, '10.0.0.1'],
    ['is the proxy where it says nonsense', proxies, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['nonsense is not stepped over', proxies, '10.0.0.1', '203.0.113.9, <script>', '10.0.0.1'],
    ['nor is an empty entry', proxies, '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['has no port', proxies, '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['has no brackets', proxies, '10.0.0.1', '[2001:DB8:0::1]:443', '2001:db8::1'],
    ['is written in one way', proxies, 'fd00::1', '2001:0DB8:0000::0001', '2001:db8::1'],
    ['is IPv4 where IPv6 only carries it', proxies, '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['has no zone', [], 'fe80::1%eth0', undefined, 'fe80::1'],
    ['is nothing for a socket that is gone', [], undefined, '203.0.113.9', ''],
  ])('%s', (_, trusted, peer, forwarded, expected) => {
    expect(createClientAddressGetter(trusted)(request(peer, forwarded))).toBe(expected);
  });
});

describe('network settings', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['::1', '::1/128'],
    ['FD00::/8', 'fd00::/8'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ])('%s', (text, network) => expect(parseNetwork(text)).toBe(network));

  it.each([
    '',
    'proxy',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'fd00::/129',
    '*',
    '1.1.1.1:80',
  ])('not %j', (text) => expect(parseNetwork(text)).toBeNull());
});

describe('rate limit keys', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%j', (address, network) => expect(toRateLimitKey(address)).toBe(network));
});
