import { BlockList, isIP } from 'node:net';

/** Returns a check whether an address, in the form `addressIn` writes it, lies in one of these CIDR networks. */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return (address) => address !== '' && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
