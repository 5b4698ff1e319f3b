import type { Instant } from '@atrium/domain/core';
import { type CheckedRows, checkRows, type Shop, type ShopTotal, shopsById, shopTotals } from '@atrium/domain/sales';
import {
  type Encoding,
  type FileRefusal,
  type FileTools,
  readSalesFile,
  type Separator,
} from '@atrium/domain/sales/file';

/** What a file is checked against. */
export interface FileToCheck {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly shops: readonly Shop[];
  readonly now: Instant;
}

/** What is in a file, without its receipts. */
export interface FileCheck extends Omit<CheckedRows, 'receipts'> {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly shops: readonly ShopTotal[];
}

/** What the thread that reads a file says; after `checked`, one portion whenever it is asked for the next. */
export type ReaderMessage =
  | { readonly kind: 'refused'; readonly refusal: FileRefusal }
  | { readonly kind: 'checked'; readonly check: FileCheck }
  | { readonly kind: 'portion'; readonly json: string }
  | { readonly kind: 'end' };

/** Receipts of one statement. */
const portion = 5000;

/** The file's check and then its receipts in portions, each a JSON text as the store takes it. */
export async function* readFileToCheck(
  { bytes, name, shops, now }: FileToCheck,
  tools: FileTools,
): AsyncGenerator<ReaderMessage, void, undefined> {
  const table = readSalesFile(bytes, name, tools);
  if (!table.ok) {
    yield { kind: 'refused', refusal: table.error };
    return;
  }
  const { separator, encoding, rows } = table.value;
  const { receipts, ...checked } = checkRows(rows, shopsById(shops), now);
  yield { kind: 'checked', check: { ...checked, separator, encoding, shops: shopTotals(receipts, now) } };
  const ordered = receipts.toSorted(
    (a, b) => a.shop.installationId - b.shop.installationId || (a.receipt < b.receipt ? -1 : 1),
  );
  for (let begin = 0; begin < ordered.length; begin += portion) {
    const told = ordered.slice(begin, begin + portion).map(({ shop, soldAt, ...rest }) => ({
      installation_id: shop.installationId,
      sold_at: soldAt,
      ...rest,
    }));
    yield { kind: 'portion', json: JSON.stringify(told) };
  }
  yield { kind: 'end' };
}
