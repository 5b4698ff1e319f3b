import { type Records, readFirstRecords, startsJson } from '@atrium/domain/numbers/import';
import { detectContainer } from '@atrium/domain/numbers/workbooks';

/** Bytes that show the columns of a text. */
const headBytes = 64 * 1024;

/** Reads the first records of a file; null if it has none that can be read. */
async function inspect(file: File): Promise<Records | null> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) return readFirstRecords(await readGzip(file), true);
  const isWhole = detectContainer(head) !== null || startsJson(head);
  const bytes = isWhole ? new Uint8Array(await file.arrayBuffer()) : head;
  return readFirstRecords(bytes, bytes.length < file.size);
}

/** Decompresses the beginning of a file, as far as possible. */
async function readGzip(file: File): Promise<Uint8Array> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done && length < headBytes; next = await reader.read()) {
      parts.push(next.value as Uint8Array<ArrayBuffer>);
      length += next.value.length;
    }
  } catch {
    // A damaged stream fails at its end; the text before it is enough.
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(await inspect(data).catch(() => null));
};
