import { checkRows, indexShops, sumByShop } from '@atrium/domain/actions/sales';
import { type FileTools, readSalesFile } from '@atrium/domain/actions/sales/file';
import type { FileAnswer, FileQuestion } from './check-file.ts';

/** Browser implementations of the file tools. */
const tools: FileTools = {
  decode(bytes, encoding) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  },
};

async function check({ file, shops, now }: FileQuestion): Promise<FileAnswer> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return { refusal: 'unread' };
  const table = readSalesFile(new Uint8Array(bytes), file.name, tools);
  if (!table.ok) return { refusal: table.error };
  const { separator, encoding, rows } = table.value;
  const { receipts, ...checked } = checkRows(rows, indexShops(shops), now);
  return { check: { ...checked, separator, encoding, totals: sumByShop(receipts, now) } };
}

self.onmessage = async ({ data }: MessageEvent<FileQuestion>) => {
  self.postMessage(await check(data));
};
