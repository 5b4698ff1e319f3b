import type { lookup } from 'node:dns';
import type { CustomFetch } from 'openid-client';
import { createAddressGuard, fetchExternal } from '../../platform/addresses/index.ts';

/**
 * Builds the fetch function for a provider. The operator trusts the issuer's origin. Other origins come from the
 * provider alone, for tokens, keys or user info. They need https and an address on the public internet or in an allowed
 * network. Names are resolved once, and redirects are not followed.
 */
export function createProviderFetch(issuer: string, networks: readonly string[], lookUp?: typeof lookup): CustomFetch {
  const { origin } = new URL(issuer);
  const open = createAddressGuard(networks, lookUp);
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin === origin) return fetch(url, { ...options, redirect: 'manual' } as RequestInit);
    const { method, headers, body, signal } = options;
    const sent = body instanceof URLSearchParams ? body.toString() : body;
    return fetchExternal(url, { method, headers, signal, body: sent as string | undefined }, open);
  };
}
