import { lookup } from 'node:dns';
import { createAddressGuard, fetchExternal } from '../addresses/index.ts';

export interface Post {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** Posts and returns the response status. Does not follow redirects. Rejects when there is no response. */
export type PostExternal = (address: string, post: Post) => Promise<number>;

const timeoutMs = 15_000;

/**
 * Creates a function that posts to external addresses: https only, on the public internet and in the operator's
 * networks. This keeps customers from reaching services inside the server's own network. The name is resolved once, and
 * the same address is checked and connected to.
 */
export function createPostExternal(networks: readonly string[], lookUp: typeof lookup = lookup): PostExternal {
  const open = createAddressGuard(networks, lookUp);
  return async (address, post) => {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetchExternal(new URL(address), { ...post, method: 'POST', signal }, open)).status;
  };
}

/** For the public internet only. */
export const postToPublic: PostExternal = createPostExternal([]);
