import { lookup } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { addressCheck, addressIn } from '../addresses/index.ts';

export interface Post {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** Posts and tells the answer's status; redirects are not followed. Rejects when nobody answers. */
export type PostTo = (address: string, post: Post) => Promise<number>;

const patienceMs = 15_000;

/**
 * Posts to addresses that came from outside: https only, on the public internet and in the networks an operator names,
 * so that nobody can make the server knock at other doors of its own network. The name is resolved once, and the answer
 * both judged and connected to.
 */
export function posting(networks: readonly string[], lookUp: typeof lookup = lookup): PostTo {
  const isNamed = addressCheck(networks);
  const isOpen = (address: string) => isPublic(address) || isNamed(addressIn(address) ?? '');
  const openLookup = lookupOf(isOpen, lookUp);
  return (address, { headers, body }) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:') return Promise.reject(new Error('only https addresses are posted to'));
    // For an address in figures no name is looked up.
    if (isIP(host) !== 0 && !isOpen(host)) return Promise.reject(notOpen());
    return new Promise((resolve, reject) => {
      const sending = request(url, { method: 'POST', headers, lookup: openLookup, timeout: patienceMs }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sending.once('timeout', () => sending.destroy(new Error('no answer in time')));
      sending.once('error', reject);
      sending.end(body);
    });
  };
}

/** Where no operator says otherwise. */
export const postInPublic: PostTo = posting([]);

const notOpen = () => new Error('neither an address of the public internet nor one of ATRIUM_CALLABLE_NETWORKS');

function lookupOf(isOpen: (address: string) => boolean, lookUp: typeof lookup): LookupFunction {
  return (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const open = found.filter(({ address }) => isOpen(address));
      const [first] = open;
      if (first === undefined) return done(notOpen(), []);
      return options.all ? done(null, open) : done(null, first.address, first.family);
    });
  };
}

const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
/** Ways around the above: addresses that carry an IPv4 one, and documentation. */
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

/** Whether an address in figures is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
