import { AwsClient } from 'aws4fetch';
import type { BackupStorage } from './backup-storage.ts';

/** Access to an S3-compatible storage. */
export interface S3Access {
  /** Origin of the service, such as `https://s3.eu-central-1.amazonaws.com`. The bucket goes into the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const requestMs = 120_000;
const retries = 4;

/** Stores backups in a bucket, below a prefix that may be empty. */
export function createS3Storage(bucket: string, prefix: string, access: S3Access): BackupStorage {
  const { endpoint, region, accessKeyId, secretAccessKey } = access;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const root = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}`;
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const urlOf = (name: string) => `${root}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`;
  const ask = async (method: string, url: string, body?: Uint8Array) => {
    const answer = await client.fetch(url, {
      method,
      // Follows no redirects: data goes only where the operator configured it.
      redirect: 'manual',
      signal: AbortSignal.timeout(requestMs),
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    if (answer.ok || answer.status === 404) return answer;
    throw new Error(`the storage refuses ${method}: ${answer.status} ${codeIn(await answer.text())}`.trim());
  };
  const found = (answer: Response, what: string) => {
    if (answer.ok) return answer;
    throw new Error(`the storage has no bucket ${bucket}, or does not let us ${what}`);
  };
  return {
    place: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    async put(name, bytes) {
      found(await ask('PUT', urlOf(name), bytes), 'write');
    },
    async get(name) {
      const answer = await ask('GET', urlOf(name));
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
    async list(folder) {
      const names: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(`${folder}/`) });
        if (after !== '') query.set('continuation-token', after);
        const page = await found(await ask('GET', `${root}?${query}`), 'list').text();
        for (const key of textsIn(page, 'Key')) names.push(prefix === '' ? key : key.slice(prefix.length + 1));
        after = textsIn(page, 'NextContinuationToken')[0] ?? null;
      }
      return names;
    },
    async delete(name) {
      await ask('DELETE', urlOf(name));
    },
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns the texts of these elements. The storage's answers are flat, and our names contain only the escaped
 * characters below.
 */
function textsIn(xml: string, element: string): string[] {
  const found = xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'));
  return [...found].map(([, text = '']) => text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole));
}

const codeIn = (xml: string) => textsIn(xml, 'Code')[0] ?? '';
