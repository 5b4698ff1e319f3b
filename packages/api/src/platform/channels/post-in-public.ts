import { lookup } from 'node:dns';
import { request } from 'node:https';
import { openAddresses } from '../addresses/index.ts';

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
  const { check, lookup: openLookup } = openAddresses(networks, lookUp);
  return (address, { headers, body }) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') return Promise.reject(new Error('only https addresses are posted to'));
    return new Promise((resolve, reject) => {
      check(url);
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
