import {
  type CheckedRows,
  checkRows,
  indexShops,
  mapRows,
  type SalesColumns,
  type Shop,
  type ShopTotal,
  sumByShop,
} from '@atrium/domain/actions/sales';
import {
  type Encoding,
  type FileRefusal,
  type FileTools,
  readSalesFile,
  type Separator,
} from '@atrium/domain/actions/sales/file';
import type { Instant } from '@atrium/domain/core';

/** A file with everything needed to check it. */
export interface FileToCheck {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly shops: readonly Shop[];
  readonly now: Instant;
  /** Null: a sales file with its six columns. */
  readonly columns: SalesColumns | null;
}

/** Content of a file, without its receipts. */
export interface FileCheck extends Omit<CheckedRows, 'receipts'> {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly shops: readonly ShopTotal[];
}

/** Messages of the thread that reads a file. After `checked` it sends one batch per request. */
export type ReaderMessage =
  | { readonly kind: 'refused'; readonly refusal: FileRefusal }
  | { readonly kind: 'unmapped'; readonly message: string }
  | { readonly kind: 'checked'; readonly check: FileCheck }
  | { readonly kind: 'portion'; readonly json: string }
  | { readonly kind: 'end' };

/** Receipts per statement. */
const batchSize = 5000;

/** Yields the check of the file and then its receipts in batches, each a JSON text for the store. */
export async function* checkFile(
  { bytes, name, shops, now, columns }: FileToCheck,
  tools: FileTools,
): AsyncGenerator<ReaderMessage, void, undefined> {
  const table = readSalesFile(bytes, name, tools);
  if (!table.ok) {
    yield { kind: 'refused', refusal: table.error };
    return;
  }
  const { separator, encoding, rows } = table.value;
  const byId = indexShops(shops);
  const mapped = columns === null ? { ok: true as const, value: rows } : mapRows(rows, columns, byId);
  if (!mapped.ok) {
    yield { kind: 'unmapped', message: mapped.error };
    return;
  }
  const { receipts, ...checked } = checkRows(mapped.value, byId, now);
  yield { kind: 'checked', check: { ...checked, separator, encoding, shops: sumByShop(receipts, now) } };
  const ordered = receipts.toSorted(
    (a, b) => a.shop.installationId - b.shop.installationId || (a.receipt < b.receipt ? -1 : 1),
  );
  for (let begin = 0; begin < ordered.length; begin += batchSize) {
    const told = ordered.slice(begin, begin + batchSize).map(({ shop, soldAt, ...rest }) => ({
      installation_id: shop.installationId,
      sold_at: soldAt,
      ...rest,
    }));
    yield { kind: 'portion', json: JSON.stringify(told) };
  }
  yield { kind: 'end' };
}
