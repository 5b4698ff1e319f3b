import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

/** A backup or restore was refused. The message is meant for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

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
    // An upload is there as a whole, or not at all.
    deleteDrafts: async () => {},
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

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})((?:\/[\w.-]+)*)\/?$/;

/** Opens the storage at an absolute path or at s3://bucket/path. */
export function openStorage(place: string, s3: S3Access | null): BackupStorage {
  if (!place.includes('://')) return createFolderStorage(place);
  const [, bucket, path = ''] = bucketForm.exec(place) ?? [];
  if (bucket === undefined) throw new BackupRefused('backups go to a folder, or to s3:// with a bucket and a path');
  if (s3 === null)
    throw new BackupRefused('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing: they open the storage');
  return createS3Storage(bucket, path.slice(1), s3);
}

/** Stores backups in a local or mounted folder, created on the first write. */
export function createFolderStorage(folder: string): BackupStorage {
  return {
    place: folder,
    async put(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeAtomically(path, bytes);
    },
    get: (name) => readFile(join(folder, name)).catch(orNull),
    async list(below) {
      const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(orNull);
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    },
    delete: (name) => rm(join(folder, name), { force: true }),
    async deleteDrafts() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orNull);
      for (const entry of entries ?? [])
        if (entry.isFile() && entry.name.endsWith('.new'))
          await rm(join(entry.parentPath, entry.name), { force: true });
    },
  };
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Storage of backups: named objects, written atomically. A name is a path of lower-case parts, such as
 * `objects/4f/4f0c…`.
 */
export interface BackupStorage {
  /** Location for display, without secrets. */
  readonly place: string;
  /** Resolves once the bytes are durable, as a whole. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is none. */
  get(name: string): Promise<Buffer | null>;
  /** Lists the names below a folder such as `objects`, unordered. */
  list(folder: string): Promise<readonly string[]>;
  /** Does nothing if there is none. */
  delete(name: string): Promise<void>;
  /** Deletes partial objects that a killed process left behind. Nothing may be writing. */
  deleteDrafts(): Promise<void>;
}
