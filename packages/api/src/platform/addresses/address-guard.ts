import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createNetworkMatcher, parseIpAddress } from './ip-address.ts';

/** Decides whether an external address may be called. */
export interface AddressGuard {
  /** Whether a host may be called. Names other than localhost always pass, because `lookup` checks their addresses. */
  mayCall(url: URL): boolean;
  /** Throws when the host may not be called. IP addresses need this check, because they bypass `lookup`. */
  check(url: URL): void;
  /**
   * Resolves a name once and returns only allowed addresses, so the address that is checked is the one connected to.
   */
  readonly lookup: LookupFunction;
}

/** Creates a guard that allows the public internet and the operator's networks, in CIDR form. */
export function createAddressGuard(networks: readonly string[], lookUp: typeof lookUpName = lookUpName): AddressGuard {
  const isNamed = createNetworkMatcher(networks);
  const isOpen = (address: string) => isPublicAddress(address) || isNamed(parseIpAddress(address) ?? '');
  const mayCall = ({ hostname }: URL) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1'].some(isOpen);
    return isIP(host) === 0 || isOpen(host);
  };
  return {
    mayCall,
    check(url) {
      if (!mayCall(url)) throw notOpen();
    },
    lookup(name, options, done) {
      lookUp(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, []);
        const open = found.filter(({ address }) => isOpen(address));
        const [first] = open;
        if (first === undefined) return done(notOpen(), []);
        return options.all ? done(null, open) : done(null, first.address, first.family);
      });
    },
  };
}

const notOpen = () => new Error('neither an address of the public internet nor one of ATRIUM_CALLABLE_NETWORKS');

/**
 * Blocks of the IANA IPv4 special-purpose registry that are not globally reachable, its withdrawn blocks, and
 * multicast.
 */
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
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
/**
 * Blocks of the IPv6 registry within global unicast: protocol assignments (including Teredo, benchmarking and both
 * ORCHIDs), documentation, and 6to4, which embeds an IPv4 address. Mapped and translated forms lie outside global
 * unicast.
 */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
