import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Access } from '../storage.ts';

export interface S3StandIn {
  readonly access: S3Access;
  readonly objects: Map<string, Buffer>;
  /** Answers the next requests with 503. */
  failNext(count: number): void;
  /** Redirects every request from now on to another server, with that status. */
  sendAway(status: number, to: string): void;
  close(): Promise<void>;
}

const bucket = 'kept';
/** Small, so that lists have several pages. */
const pageSize = 3;
const secretAccessKey = 'only for tests';

/** Starts a server for the part of S3 that backups use. It verifies every signature. */
export async function startS3(): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  let failing = 0;
  let away: { readonly status: number; readonly to: string } | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (away !== null) {
      const location = new URL(request.url ?? '', away.to).href;
      response.writeHead(away.status, { location }).end('<Error><Code>PermanentRedirect</Code></Error>');
    } else if (failing > 0) {
      failing -= 1;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    } else if (!isSigned(request, body))
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    else answer(objects, request, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'test', accessKeyId: 'id', secretAccessKey },
    objects,
    failNext: (count) => {
      failing = count;
    },
    sendAway: (status, to) => {
      away = { status, to };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function answer(
  objects: Map<string, Buffer>,
  { method, url = '' }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const [, name, ...rest] = decodeURIComponent(pathname).split('/');
  const key = rest.join('/');
  if (name !== bucket) return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
  if (method === 'PUT') {
    objects.set(key, body);
    return response.end();
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (key !== '') {
    const found = objects.get(key);
    return found === undefined ? response.writeHead(404).end() : response.end(found);
  }
  const all = [...objects.keys()].filter((each) => each.startsWith(searchParams.get('prefix') ?? '')).sort();
  const from = Number(searchParams.get('continuation-token') ?? 0);
  const page = all.slice(from, from + pageSize).map((each) => `<Contents><Key>${each}</Key></Contents>`);
  const next = from + pageSize < all.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
  return response.end(`<ListBucketResult>${page.join('')}${next}</ListBucketResult>`);
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Verifies signature version 4 over the headers that the request lists as signed. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const form = /Credential=id\/(\d{8})\/test\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;
  const [, day, signed, signature] = form.exec(headers.authorization ?? '') ?? [];
  if (day === undefined || signed === undefined) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const escaped = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const listed = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('');
  const told = String(headers['x-amz-content-sha256']);
  if (told !== 'UNSIGNED-PAYLOAD' && told !== hex(body)) return false;
  const asked = [method, pathname, query, listed, signed, told].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/test/s3/aws4_request`, hex(asked)].join('\n');
  const key = ['test', 's3', 'aws4_request'].reduce(
    (each, part) => hmac(each, part),
    hmac(`AWS4${secretAccessKey}`, day),
  );
  return hmac(key, text).toString('hex') === signature;
}
