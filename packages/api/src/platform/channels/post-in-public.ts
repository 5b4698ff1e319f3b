import { lookup } from 'node:dns';
import { askOpen, openAddresses } from '../addresses/index.ts';

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
  const open = openAddresses(networks, lookUp);
  return async (address, post) => {
    const signal = AbortSignal.timeout(patienceMs);
    return (await askOpen(new URL(address), { ...post, method: 'POST', signal }, open)).status;
  };
}

/** Where no operator says otherwise. */
export const postInPublic: PostTo = posting([]);
