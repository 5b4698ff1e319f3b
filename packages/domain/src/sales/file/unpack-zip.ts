import type { FileTools } from './file-tools.ts';

interface ZipEntry {
  readonly name: Uint8Array;
  readonly method: number;
  readonly packed: Uint8Array;
}

/** The entries needed to read a workbook; others, such as pictures, are skipped. */
const wanted = /\.(xml|rels)$/i;
const mostEntries = 2000;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

/**
 * Repacks a zip's text entries uncompressed, so that the workbook reader unpacks nothing. No entry can exceed the
 * limit, whatever size it claims. Null: no zip, encrypted, or more than `most` bytes.
 */
export async function unpackZip(
  bytes: Uint8Array,
  most: number,
  { inflate }: Pick<FileTools, 'inflate'>,
): Promise<Uint8Array | null> {
  const entries = entriesOf(bytes);
  if (entries === null) return null;
  const unpacked: { readonly name: Uint8Array; readonly data: Uint8Array }[] = [];
  let left = most;
  for (const { name, method, packed } of entries) {
    const data = method === 0 ? packed : method === 8 ? await inflate(packed, left) : null;
    if (data === null || data.length > left) return null;
    left -= data.length;
    unpacked.push({ name, data });
  }
  return packStored(unpacked);
}

function entriesOf(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  if (count > mostEntries) return null;
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) return null;
    const [flags, method, size] = [
      view.getUint16(at + 8, true),
      view.getUint16(at + 10, true),
      view.getUint32(at + 20, true),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const name = bytes.subarray(at + 46, at + 46 + nameLength);
    at += 46 + nameLength + extra + comment;
    if (!wanted.test(String.fromCharCode(...name.subarray(0, 300)))) continue;
    const isLocked = (flags & 0x2041) !== 0;
    if (isLocked || local + 30 > view.byteLength || view.getUint32(local, true) !== localMark) return null;
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (begin + size > view.byteLength) return null;
    entries.push({ name, method, packed: bytes.subarray(begin, begin + size) });
  }
  return entries;
}

/** Finds the end record, followed by a comment of at most 64 KB. */
function findEnd(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 22 - 65_536; at--)
    if (view.getUint32(at, true) === endMark) return at;
  return null;
}

/** Builds an uncompressed zip. Checksums are 0, since they are not read. */
function packStored(files: readonly { readonly name: Uint8Array; readonly data: Uint8Array }[]): Uint8Array {
  const size = files.reduce((sum, { name, data }) => sum + 76 + 2 * name.length + data.length, 22);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const places: number[] = [];
  let at = 0;
  for (const { name, data } of files) {
    places.push(at);
    view.setUint32(at, localMark, true);
    view.setUint16(at + 4, 20, true);
    view.setUint32(at + 18, data.length, true);
    view.setUint32(at + 22, data.length, true);
    view.setUint16(at + 26, name.length, true);
    bytes.set(name, at + 30);
    bytes.set(data, at + 30 + name.length);
    at += 30 + name.length + data.length;
  }
  const directory = at;
  for (const [index, { name, data }] of files.entries()) {
    view.setUint32(at, entryMark, true);
    view.setUint16(at + 4, 20, true);
    view.setUint16(at + 6, 20, true);
    view.setUint32(at + 20, data.length, true);
    view.setUint32(at + 24, data.length, true);
    view.setUint16(at + 28, name.length, true);
    view.setUint32(at + 42, places[index] as number, true);
    bytes.set(name, at + 46);
    at += 46 + name.length;
  }
  view.setUint32(at, endMark, true);
  view.setUint16(at + 8, files.length, true);
  view.setUint16(at + 10, files.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return bytes;
}
