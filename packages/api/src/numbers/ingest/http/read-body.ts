import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { err, ok, type Result } from '@atrium/domain/core';
import type { IngestLimits } from '../ingest-limits.ts';

/** Kind of item that a body lists. */
export interface BodyForm {
  /** Plural, also the list's field name: `{ "readings": [ ] }`. */
  readonly many: string;
  readonly one: string;
  /** Field that identifies a single item sent without a list. */
  readonly knownBy: string;
  readonly bytesPerRequest: number;
  readonly itemsPerRequest: number;
}

/** Form of readings, for HTTP and MQTT alike. */
export const buildReadingsForm = ({ bytesPerRequest, readingsPerRequest }: IngestLimits): BodyForm => ({
  many: 'readings',
  one: 'reading',
  knownBy: 'device',
  bytesPerRequest,
  itemsPerRequest: readingsPerRequest,
});

export interface BodyFailure {
  readonly status: 400 | 413;
  readonly message: string;
}

/** Placeholder for an NDJSON line that is not JSON. It is rejected alone, without the other lines. */
const unreadableLine: unique symbol = Symbol('unreadable line');

const unzip = promisify(gunzip);
const newline = 10;
const byteOrderMark = 0xfeff;

/** Parses a body into raw items: gzip or plain; a JSON array, `{ "readings": [ ] }`, a single item, or NDJSON. */
export async function readBody(
  bytes: Buffer,
  encoding: string | undefined,
  contentType: string | undefined,
  form: BodyForm,
): Promise<Result<readonly unknown[], BodyFailure>> {
  const plain = await decompressBody(bytes, encoding, form.bytesPerRequest);
  if (!plain.ok) return plain;
  if (!isUtf8(plain.value)) return unreadable('The body is no UTF-8 text.');
  const whole = plain.value.toString('utf8');
  const text = whole.charCodeAt(0) === byteOrderMark ? whole.slice(1) : whole;
  const items = /ndjson|jsonl|json-lines/i.test(contentType ?? '') ? lines(text, form) : json(text, form);
  if (!items.ok || items.value.length <= form.itemsPerRequest) return items;
  return tooLarge(`A request takes at most ${form.itemsPerRequest} ${form.many}.`);
}

/** Returns the decompressed body. The limit applies before and after. */
export async function decompressBody(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Result<Buffer, BodyFailure>> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name !== 'identity' && name !== 'gzip' && name !== 'x-gzip') {
    return unreadable('Content-Encoding takes gzip or identity.');
  }
  const plain = name === 'identity' ? ok(bytes) : await decompress(bytes, limit);
  return plain.ok && plain.value.length > limit ? tooLarge(`A body takes at most ${limit} bytes.`) : plain;
}

/** Stops at the limit: a small body can expand to any size. */
async function decompress(bytes: Buffer, limit: number): Promise<Result<Buffer, BodyFailure>> {
  try {
    return ok(await unzip(bytes, { maxOutputLength: limit }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return tooLarge(`A body takes at most ${limit} bytes unpacked.`);
    }
    return unreadable('The body is no gzip.');
  }
}

function json(text: string, form: BodyForm): Result<readonly unknown[], BodyFailure> {
  const parsed = parse(text);
  if (Array.isArray(parsed)) return ok(parsed);
  if (typeof parsed === 'object' && parsed !== null) {
    if (Object.hasOwn(parsed, form.knownBy)) return ok([parsed]);
    const items = Object.hasOwn(parsed, form.many) ? (parsed as Record<string, unknown>)[form.many] : undefined;
    if (items === undefined) return unreadable(`The body is neither a ${form.one} nor a list of ${form.many}.`);
    return Array.isArray(items) ? ok(items) : unreadable(`${form.many} takes a list.`);
  }
  const isLines = parsed === unreadableLine && text.trimStart().startsWith('{');
  return isLines ? lines(text, form) : unreadable(`The body is no list of ${form.many}.`);
}

/** Reads line by line without building an array: a body of only newlines would yield millions of lines. */
function lines(text: string, form: BodyForm): Result<readonly unknown[], BodyFailure> {
  const items: unknown[] = [];
  let readable = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.charCodeAt(start) === newline ? '' : text.slice(start, end).trim();
    start = end + 1;
    if (line === '') continue;
    const item = parse(line);
    if (item !== unreadableLine) readable += 1;
    items.push(item);
    if (items.length > form.itemsPerRequest) break;
  }
  return readable > 0 || items.length === 0 ? ok(items) : unreadable('No line of the body is JSON.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadableLine;
  }
}

function unreadable(message: string) {
  return err<BodyFailure>({ status: 400, message });
}

function tooLarge(message: string) {
  return err<BodyFailure>({ status: 413, message });
}
