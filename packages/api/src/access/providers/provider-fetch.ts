import type { lookup } from 'node:dns';
import type { CustomFetch } from 'openid-client';
import { askOpen, openAddresses } from '../../platform/addresses/index.ts';

/**
 * How a provider is asked. The operator named its issuer, wherever that stands. Where its description names another
 * origin, for tokens, keys or user info, that is the provider's word alone: called over https only, on the public
 * internet and in the networks an operator names, the name resolved once. Redirects are followed nowhere.
 */
export function providerFetch(issuer: string, networks: readonly string[], lookUp?: typeof lookup): CustomFetch {
  const { origin } = new URL(issuer);
  const open = openAddresses(networks, lookUp);
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin === origin) return fetch(url, { ...options, redirect: 'manual' } as RequestInit);
    const { method, headers, body, signal } = options;
    const sent = body instanceof URLSearchParams ? body.toString() : body;
    return askOpen(url, { method, headers, signal, body: sent as string | undefined }, open);
  };
}
