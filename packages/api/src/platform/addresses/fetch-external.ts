import { type RequestOptions, request } from 'node:https';
import type { AddressGuard } from './address-guard.ts';

/** Maximum size of a response body, in bytes. */
const maxBytes = 1_000_000;

export interface ExternalRequest extends Pick<RequestOptions, 'method' | 'headers'> {
  readonly body?: string | Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Requests an external address, over https only and only where the guard allows it. Does not follow redirects. */
export async function fetchExternal(
  url: URL,
  { method, headers, body, signal }: ExternalRequest,
  { check, lookup }: AddressGuard,
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
        if (size > maxBytes) asking.destroy(new Error('the answer is too long'));
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
