import { type RequestOptions, request } from 'node:https';
import type { OpenAddresses } from './open-addresses.ts';

/** More is no answer that anybody waits for. */
const mostBytes = 1_000_000;

export interface OpenRequest extends Pick<RequestOptions, 'method' | 'headers'> {
  readonly body?: string | Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks an address that came from outside, by https alone and where it is open. Redirects are not followed. */
export async function askOpen(
  url: URL,
  { method, headers, body, signal }: OpenRequest,
  { check, lookup }: OpenAddresses,
): Promise<Response> {
  if (url.protocol !== 'https:') throw new Error('only https addresses are asked');
  check(url);
  return new Promise((resolve, reject) => {
    const options = { lookup, ...(method && { method }), ...(headers && { headers }), ...(signal && { signal }) };
    const asking = request(url, options, (answer) => {
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
    asking.end(body);
  });
}
