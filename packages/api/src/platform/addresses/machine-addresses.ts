import { networkInterfaces } from 'node:os';
import type { Config } from '../config/read-config.ts';
import { toUrlHost } from './ip-address.ts';

const wildcards = ['0.0.0.0', '::'];
/** Link-local IPv6 addresses need the name of an interface, so nobody types them. */
const isTypable = (address: string) => !/^fe[89ab]/i.test(address);

/** Returns the addresses of this machine in its networks, IPv4 first. */
function listMachineAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = all.filter(({ internal, address }) => !internal && isTypable(address));
  return outside.toSorted((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address);
}

/**
 * Returns the origins at which other machines may reach the server by its own addresses; empty if it listens on one
 * address only. IPv6 is left out where the server listens on IPv4 alone.
 */
export function listNetworkOrigins(
  { host, port }: Pick<Config, 'host' | 'port'>,
  addresses: readonly string[] = listMachineAddresses(),
): readonly string[] {
  if (!wildcards.includes(host)) return [];
  return addresses
    .filter((address) => host === '::' || !address.includes(':'))
    .map((address) => new URL(`http://${toUrlHost(address)}:${port}`).origin);
}
