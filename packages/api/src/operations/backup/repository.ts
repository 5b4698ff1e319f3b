import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { listObjects, type Manifest, manifestSchema } from './manifest.ts';
import { CorruptedBackup, createEncryptingSeal, createPlainSeal, type Seal } from './seal.ts';
import { BackupRefused, type BackupStorage } from './storage.ts';

/** Size of one object: small enough that a small change copies little again. */
const pieceBytes = 4 * 1024 ** 2;

/** Splits a stream into pieces of one size; the last may be shorter. */
export async function* splitIntoPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    for (; from + pieceBytes <= all.length; from += pieceBytes) yield all.subarray(from, from + pieceBytes);
    waiting = [all.subarray(from)];
    bytes = all.length - from;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** Backups of one installation, with deduplicated objects. */
export interface Repository {
  readonly place: string;
  /** Stores the bytes unless they are there already. Resolves to the object name. */
  put(bytes: Uint8Array): Promise<string>;
  /** Throws `CorruptedBackup` if the object is missing or differs from what was put. */
  get(object: string): Promise<Buffer>;
  /** Names of the backups, oldest first. */
  names(): Promise<readonly string[]>;
  read(name: string): Promise<Manifest>;
  /** Completes the backup by writing its manifest. Resolves to its name. */
  write(manifest: Manifest): Promise<string>;
  /** Records an attempt that begins. Resolves to the attempts that never ended, oldest first. */
  beginAttempt(begun: number): Promise<readonly string[]>;
  /**
   * Records that the attempt has ended. After interrupted ones, it deletes the objects that no backup needs. Throws
   * `CorruptedBackup` if a backup is unreadable; nothing but the record of this attempt is deleted then.
   */
  endAttempt(begun: number, interrupted: readonly string[]): Promise<{ readonly objects: number }>;
  /**
   * Deletes all but the latest `keep` backups and the objects only they use. Resolves to the number of deleted backups.
   */
  prune(keep: number): Promise<number>;
  /** New objects and bytes written since the repository was opened. */
  readonly written: { readonly objects: number; readonly bytes: number };
}

const headerForm = v.object({
  format: v.literal(1),
  installation: v.pipe(v.string(), v.uuid()),
  salt: v.string(),
  check: v.string(),
});
type Header = v.InferOutput<typeof headerForm>;

const headerName = 'repository.json';
const checked = 'atrium backup';
const nameForm = /^(?:backups|attempts)\/(\d{8}T\d{9}Z)$/;

const objectName = (object: string) => `objects/${object.slice(0, 2)}/${object}`;
const backupName = (begun: number) => new Date(begun).toISOString().replaceAll(/[-:.]/g, '');

export interface RepositoryOptions {
  /** Null: not encrypted. */
  readonly key: string | null;
  /** Id of the installation that writes backups. Null: read only. */
  readonly installation: string | null;
}

/** Opens the repository, or creates it for the installation. Throws for another key or installation. */
export async function openRepository(
  storage: BackupStorage,
  { key, installation }: RepositoryOptions,
): Promise<Repository> {
  const found = await storage.get(headerName);
  const header = found === null ? null : readHeader(storage, found);
  if (header === null) {
    if (installation === null) throw new BackupRefused(`there are no backups in ${storage.place}`);
    return repositoryOn(storage, await begin(storage, key, installation));
  }
  if (installation !== null && header.installation !== installation)
    throw new BackupRefused(
      `${storage.place} has backups of another installation (${header.installation}): name another place`,
    );
  return repositoryOn(storage, await unlock(storage, header, key));
}

async function begin(storage: BackupStorage, key: string | null, installation: string): Promise<Seal> {
  if ((await storage.list('objects')).length > 0)
    throw new BackupRefused(`${storage.place} has lost its ${headerName}: put it back, or name another place`);
  const salt = key === null ? Buffer.alloc(0) : randomBytes(16);
  const seal = key === null ? createPlainSeal() : await createEncryptingSeal(key, salt);
  const check = await seal.close(headerName, Buffer.from(checked));
  const header: Header = {
    format: 1,
    installation,
    salt: salt.toString('base64'),
    check: check.toString('base64'),
  };
  await storage.put(headerName, Buffer.from(`${JSON.stringify(header)}\n`));
  return seal;
}

function readHeader({ place }: BackupStorage, bytes: Buffer): Header {
  try {
    return v.parse(headerForm, JSON.parse(bytes.toString()));
  } catch {
    throw new BackupRefused(`${headerName} in ${place} is damaged, or of a later version: no backup there can be read`);
  }
}

async function unlock({ place }: BackupStorage, { salt, check }: Header, key: string | null): Promise<Seal> {
  if (salt !== '' && key === null)
    throw new BackupRefused(`the backups in ${place} are encrypted: set ATRIUM_BACKUP_KEY, or name a --key-file`);
  if (salt === '' && key !== null)
    throw new BackupRefused(`the backups in ${place} are not encrypted: name another place, or give no key`);
  const seal = key === null ? createPlainSeal() : await createEncryptingSeal(key, Buffer.from(salt, 'base64'));
  try {
    await seal.open(headerName, Buffer.from(check, 'base64'));
  } catch {
    throw new BackupRefused(`the key is not the one the backups in ${place} were made with`);
  }
  return seal;
}

async function repositoryOn(storage: BackupStorage, seal: Seal): Promise<Repository> {
  const written = { objects: 0, bytes: 0 };
  let known: Set<string> | null = null;
  const knownObjects = async () => {
    known ??= new Set((await storage.list('objects')).map((name) => name.slice(name.lastIndexOf('/') + 1)));
    return known;
  };
  const namesIn = async (folder: string) =>
    (await storage.list(folder)).flatMap((name) => nameForm.exec(name)?.[1] ?? []).sort();
  const names = () => namesIn('backups');
  const read = async (name: string): Promise<Manifest> => {
    const sealed = await storage.get(`backups/${name}`);
    if (sealed === null) throw new BackupRefused(`there is no backup ${name} in ${storage.place}`);
    const text = (await seal.open(`backups/${name}`, sealed)).toString();
    return v.parse(manifestSchema, JSON.parse(text));
  };

  return {
    place: storage.place,
    written,
    names,
    read,
    async put(bytes) {
      const object = seal.nameOf(bytes);
      const all = await knownObjects();
      if (all.has(object)) return object;
      const sealed = await seal.close(objectName(object), bytes);
      await storage.put(objectName(object), sealed);
      all.add(object);
      written.objects += 1;
      written.bytes += sealed.length;
      return object;
    },
    async get(object) {
      const sealed = await storage.get(objectName(object));
      if (sealed === null) throw new CorruptedBackup(`${objectName(object)} is missing, and the backup`);
      const bytes = await seal.open(objectName(object), sealed);
      if (seal.nameOf(bytes) !== object) throw new CorruptedBackup(objectName(object));
      return bytes;
    },
    async write(manifest) {
      const name = backupName(manifest.begun);
      const bytes = Buffer.from(JSON.stringify(manifest));
      await storage.put(`backups/${name}`, await seal.close(`backups/${name}`, bytes));
      return name;
    },
    ...cleaning({ storage, namesIn, read, knownObjects }),
  };
}

interface Content {
  readonly storage: BackupStorage;
  namesIn(folder: string): Promise<readonly string[]>;
  read(name: string): Promise<Manifest>;
  /** Names of all objects; deleted ones are removed from it. */
  knownObjects(): Promise<Set<string>>;
}

/** The part of a repository that deletes what no backup needs. */
function cleaning({
  storage,
  namesIn,
  read,
  knownObjects,
}: Content): Pick<Repository, 'beginAttempt' | 'endAttempt' | 'prune'> {
  /** Reads all remaining manifests before anything is deleted: if one is unreadable, nothing is. */
  async function findNeeded(backups: readonly string[]): Promise<Set<string>> {
    const needed = new Set<string>();
    for (const name of backups) for (const object of listObjects(await read(name))) needed.add(object);
    return needed;
  }

  async function deleteOthers(needed: Set<string>): Promise<number> {
    const known = await knownObjects();
    const others = [...known].filter((object) => !needed.has(object));
    for (const object of others) {
      await storage.delete(objectName(object));
      known.delete(object);
    }
    return others.length;
  }

  return {
    async beginAttempt(begun) {
      const interrupted = await namesIn('attempts');
      await storage.put(`attempts/${backupName(begun)}`, Buffer.from('This backup has begun and not ended.\n'));
      return interrupted;
    },
    async endAttempt(begun, interrupted) {
      await storage.delete(`attempts/${backupName(begun)}`);
      if (interrupted.length === 0) return { objects: 0 };
      const objects = await deleteOthers(await findNeeded(await namesIn('backups')));
      await storage.deleteDrafts();
      for (const name of interrupted) await storage.delete(`attempts/${name}`);
      return { objects };
    },
    async prune(keep) {
      const all = await namesIn('backups');
      const [gone, kept] = [all.slice(0, Math.max(0, all.length - keep)), all.slice(-keep)];
      if (gone.length === 0) return 0;
      const needed = await findNeeded(kept);
      for (const name of gone) await storage.delete(`backups/${name}`);
      await deleteOthers(needed);
      return gone.length;
    },
  };
}
