import type { lookup } from 'node:dns';
import { request } from 'node:https';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { type OpenAddresses, openAddresses } from '../../platform/addresses/index.ts';

/** More is no answer of a provider. */
const mostBytes = 1_000_000;

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
    if (url.protocol !== 'https:') throw new Error('only https addresses are asked besides the issuer’s own');
    open.check(url);
    return askElsewhere(url, options, open);
  };
}

function askElsewhere(
  url: URL,
  { method, headers, body, signal }: CustomFetchOptions,
  { lookup: openLookup }: OpenAddresses,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, lookup: openLookup, ...(signal && { signal }) }, (answer) => {
      const pieces: Buffer[] = [];
      let size = 0;
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        if (size > mostBytes) asking.destroy(new Error('the answer is too long'));
      });
      answer.once('error', reject);
      answer.once('end', () => {
        const status = answer.statusCode ?? 502;
        const told = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value) => [name, value] as [string, string]),
        );
        const hasBody = size > 0 && ![204, 304].includes(status);
        resolve(new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers: told }));
      });
    });
    asking.once('error', reject);
    asking.end(body instanceof URLSearchParams ? body.toString() : body);
  });
}
