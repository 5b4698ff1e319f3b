import { expect, test } from 'vitest';
import { createAddressGuard, isPublicAddress } from './address-guard.ts';

/**
 * First and last address of each block in the IANA special-purpose registries, and the nearest public addresses around
 * it.
 */
test.each<[string, readonly string[], readonly string[]]>([
  ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private use, 10', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['shared address space', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback', ['127.0.0.0', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['link local', ['169.254.0.0', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['private use, 172', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', ['192.0.0.0', '192.0.0.170', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['6to4 relays, withdrawn', ['192.88.99.0', '192.88.99.1', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['private use, 192', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['benchmarking', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['multicast, reserved and broadcast', ['224.0.0.0', '240.0.0.0', '255.255.255.255'], ['223.255.255.255']],
  ['unspecified and loopback, IPv6', ['::', '::1'], []],
  ['mapped, also of public ones', ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'], []],
  ['compatible and translated', ['::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'], []],
  ['discard only and dummy', ['100::', '100::1', '100:0:0:1::'], []],
  ['protocol assignments, IPv6', ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:200::']],
  ['Teredo', ['2001::1', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['benchmarking, IPv6', ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'], []],
  ['ORCHID, withdrawn', ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['ORCHIDv2', ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['documentation, IPv6', ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:db7::', '2001:db9::']],
  ['6to4', ['2002::', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], ['2003::']],
  ['documentation, second', ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'], ['3ffe:ffff::', '3fff:1000::']],
  ['segment routing', ['5f00::', '5f00::1'], []],
  ['unique local', ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['link local, IPv6', ['fe80::1', 'fe80::1%eth0', 'febf:ffff::'], []],
  ['site local and multicast', ['fec0::1', 'ff02::1'], []],
  ['no address', ['', 'localhost', '127.1', '8.8.8'], []],
  ['the public internet', [], ['8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1']],
])('%s', (_, closed, open) => {
  for (const address of closed) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of open) expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test.each([
  ['https://0x7f.1/', false],
  ['https://2130706433/', false],
  ['https://127.0.0.1./', false],
  ['https://[::ffff:10.0.0.1]/', false],
  ['https://[2001:20::1]/', false],
  ['https://192.88.99.1/', false],
  ['https://[3fff::1]/', false],
  ['https://8.8.8.8/', true],
  ['https://10.1.2.3/', true],
  ['https://localhost/', false],
  ['https://printer.localhost./', false],
  ['https://localhost.example/', true],
])('%s, with 10.1.0.0/16 allowed: %s', (url, isOpen) => {
  const { check, mayCall } = createAddressGuard(['10.1.0.0/16']);
  expect(mayCall(new URL(url))).toBe(isOpen);
  const judged = () => check(new URL(url));
  if (isOpen) expect(judged).not.toThrow();
  else expect(judged).toThrow('neither an address of the public internet');
});
