import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';

/** Parts of a workbook that are read. Pictures and other entries stay packed. */
const neededEntry = /\.(xml|rels)$/i;
const maxEntries = 2000;
/** Bytes unpacked between two size checks: packed data unpacks to at most a thousand times its size. */
const sliceBytes = 4096;

/**
 * Returns a zip that holds the needed entries of `bytes` uncompressed, so that its reader unpacks nothing and no entry can
 * exceed `maxBytes`, whatever size it claims. Returns null for a broken or locked zip and for one that is too large.
 */
export function unpackZip(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const unpacked: Record<string, Uint8Array> = {};
  let [entries, open, left] = [0, 0, maxBytes];
  let isRefused = false;
  const collect = (file: UnzipFile) => {
    entries += 1;
    if (entries > maxEntries) isRefused = true;
    if (isRefused || !neededEntry.test(file.name)) return;
    const chunks: Uint8Array[] = [];
    open += 1;
    file.ondata = (error, chunk, isLast) => {
      left -= chunk?.length ?? 0;
      if (error || left < 0) isRefused = true;
      if (isRefused) return;
      chunks.push(chunk);
      if (!isLast) return;
      open -= 1;
      unpacked[file.name] = join(chunks);
    };
    file.start();
  };
  try {
    const unzip = new Unzip(collect);
    unzip.register(UnzipInflate);
    for (let at = 0; at < bytes.length && !isRefused; at += sliceBytes)
      unzip.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  } catch {
    return null;
  }
  if (isRefused || open > 0 || Object.keys(unpacked).length === 0) return null;
  return zipSync(unpacked, { level: 0 });
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
