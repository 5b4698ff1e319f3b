import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

/** Prepares bytes for a backup storage and verifies them when they are read. */
export interface Seal {
  /** Name of an object: equal for equal bytes, and meaningless without the key. */
  nameOf(bytes: Uint8Array): string;
  /** Compresses, and encrypts if there is a key. `name` is bound to the bytes: they do not open under another name. */
  close(name: string, bytes: Uint8Array): Promise<Buffer>;
  /** Throws `CorruptedBackup` if the bytes are not what was sealed under this name. */
  open(name: string, sealed: Uint8Array): Promise<Buffer>;
}

/** Bytes of a backup that differ from what was written. */
export class CorruptedBackup extends Error {
  override readonly name = 'CorruptedBackup';

  constructor(what: string, options?: ErrorOptions) {
    super(`${what} is damaged`, options);
  }
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const largestBytes = 512 * 1024 ** 2;
const [nonceBytes, tagBytes, hashBytes] = [12, 16, 32];

/** Without a key, anyone with the backup can read it, but damage is still detected. */
export function createPlainSeal(): Seal {
  const hashOf = (name: string, body: Uint8Array) =>
    createHash('sha256').update(name).update('\0').update(body).digest();
  return {
    nameOf: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    async close(name, bytes) {
      const body = await compress(bytes);
      return Buffer.concat([hashOf(name, body), body]);
    },
    async open(name, sealed) {
      const body = sealed.subarray(hashBytes);
      if (!hashOf(name, body).equals(sealed.subarray(0, hashBytes))) throw new CorruptedBackup(name);
      return decompressed(name, body);
    },
  };
}

/** Seals with AES-256-GCM and a random nonce, under keys derived slowly from the operator's key. */
export async function createEncryptingSeal(key: string, salt: Uint8Array): Promise<Seal> {
  const keys = await derive(key, salt);
  const [content, names] = [keys.subarray(0, 32), keys.subarray(32)];
  return {
    nameOf: (bytes) => createHmac('sha256', names).update(bytes).digest('hex'),
    async close(name, bytes) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', content, nonce).setAAD(Buffer.from(name));
      const body = [cipher.update(await compress(bytes)), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
    },
    async open(name, sealed) {
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      if (tag.length < tagBytes) throw new CorruptedBackup(name);
      const decipher = createDecipheriv('aes-256-gcm', content, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return decompressed(name, decrypted(name, decipher, sealed.subarray(nonceBytes + tagBytes)));
    },
  };
}

function decrypted(name: string, decipher: ReturnType<typeof createDecipheriv>, body: Uint8Array): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new CorruptedBackup(name, { cause });
  }
}

async function decompressed(name: string, body: Uint8Array): Promise<Buffer> {
  try {
    return await decompress(body, { maxOutputLength: largestBytes });
  } catch (cause) {
    throw new CorruptedBackup(name, { cause });
  }
}

/** As slow as a password check, so that a typed key can't be brute-forced. */
function derive(key: string, salt: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(key, salt, 64, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 }, (error, derived) =>
    error === null ? resolve(derived) : reject(error),
  );
  return promise;
}
