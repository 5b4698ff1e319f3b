import './sales.events.ts';
import {
  checkRow,
  type FaultReason,
  indexShops,
  type ReceiptColumn,
  type RowFault,
  type Shop,
  type Shops,
  type SoldReceipt,
} from '@atrium/domain/actions/sales';
import {
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import type { IngestKeyHolder } from '../../numbers/index.ts';
import { inTransaction } from '../../platform/relational/in-transaction.ts';
import type { SalesImportsDependencies } from './imports/import-sales.ts';
import { listShops } from './imports/list-shops.ts';
import { type ReceiptOutcome, tillsStore } from './tills.store.ts';

/** Why a receipt is rejected: a code for programs, and a message for logs. */
interface ReceiptRejection {
  readonly code: string;
  readonly message: string;
}

/** Fields of a receipt, in the order of a file's columns. */
const fields = ['receipt', 'at', 'shop', 'items', 'turnover', 'currency'] as const;

const fieldOf: Readonly<Record<ReceiptColumn, (typeof fields)[number]>> = {
  receipt: 'receipt',
  soldAt: 'at',
  shopId: 'shop',
  items: 'items',
  turnover: 'turnover',
  currency: 'currency',
};

/** Validates a receipt from a till by the rules for file rows. Accepts any input without throwing. */
function checkReceipt(raw: unknown, shops: Shops, now: Instant): Result<SoldReceipt, ReceiptRejection> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return malformed('A receipt is a JSON object.');
  const told = raw as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(told).find((name) => !(fields as readonly string[]).includes(name));
  if (unknown !== undefined)
    return err({ code: 'UNKNOWN_FIELD', message: `A receipt has no field ${quoted(unknown)}.` });
  const cells: (string | number)[] = [];
  for (const name of fields) {
    const value = told[name] ?? '';
    if (typeof value !== 'string' && typeof value !== 'number') return malformed(`${name} takes a text or a number.`);
    cells.push(value);
  }
  const checked = checkRow({ number: 0, cells }, shops, now);
  if (checked.ok) return checked;
  return err(rejectionOf(checked.error[0] as RowFault));
}

const malformed = (message: string) => err<ReceiptRejection>({ code: 'MALFORMED', message });

const quoted = (text: string) => JSON.stringify(text.slice(0, 60).toWellFormed());

const words: Readonly<Record<FaultReason, (value: string, beside: string) => string>> = {
  empty: () => 'is missing',
  receiptText: () => 'takes a text of 1 to 128 characters',
  receiptRepeated: () => 'is told twice',
  timeForm: (value) => `takes an ISO 8601 time with offset, not ${value}`,
  timeOffset: (value) => `needs an offset from UTC (Z or +02:00): ${value} could be two moments`,
  timeFuture: (value) => `is more than an hour ahead: ${value}`,
  timeOld: (value) => `lies before 2000: ${value}`,
  shopUnknown: (value) => `takes the shop id of a site of this key, not ${value}`,
  shopShared: (value) => `${value} is the shop id of several sites`,
  itemsForm: (value) => `takes a number, not ${value}`,
  itemsAmbiguous: (value) => `could be two numbers: ${value}`,
  itemsRange: (value) => `is too large: ${value}`,
  turnoverForm: (value) => `takes a number, not ${value}`,
  turnoverAmbiguous: (value) => `could be two numbers: ${value}`,
  turnoverRange: (value) => `is too large: ${value}`,
  currencyForm: (value) => `takes an ISO 4217 code, not ${value}`,
  currencyOther: (value, beside) => `is ${value}, and the shop sells in ${beside}`,
  columnCount: () => 'is incomplete',
};

function rejectionOf({ column, reason, value, beside }: RowFault): ReceiptRejection {
  const field = column === null ? 'receipt' : fieldOf[column];
  const code = reason === 'empty' ? `${field}_missing` : reason.replace(/[A-Z]/g, '_$&');
  return { code: code.toUpperCase(), message: `${field} ${words[reason](quoted(value), beside)}.` };
}

/** accepted + unchanged + corrected + rejected is the number of receipts sent. */
export interface ReceiptsSummary {
  readonly accepted: number;
  readonly unchanged: number;
  readonly corrected: number;
  readonly rejected: readonly (ReceiptRejection & { readonly index: number })[];
}

export interface ReceiptIntake {
  /** Whether a request would be refused now. */
  readonly isFull: boolean;
  /**
   * Validates and stores receipts of tills. Resolves when the valid ones are on disk. Fails with OVERLOADED when the
   * queue is full; sending again is safe.
   */
  take(holder: IngestKeyHolder, raw: readonly unknown[]): Promise<Result<ReceiptsSummary, Failure>>;
}

/** Concurrent requests. Each holds a database connection. */
const maxConcurrent = 4;
const maxQueued = 100;

export function createReceiptIntake(
  deps: Pick<SalesImportsDependencies, 'db' | 'clock' | 'bus' | 'sites'>,
): ReceiptIntake {
  let running = 0;
  const waiting: (() => void)[] = [];
  const begin = async () => {
    if (running < maxConcurrent) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
  };
  const end = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    get isFull() {
      return waiting.length >= maxQueued;
    },
    async take(holder, raw) {
      if (waiting.length >= maxQueued)
        return err(failure('OVERLOADED', 'More receipts are waiting than can be stored now.'));
      await begin();
      try {
        return await takeReceipts(deps, holder, raw);
      } finally {
        end();
      }
    },
  };
}

async function takeReceipts(
  { db, clock, bus, sites }: Pick<SalesImportsDependencies, 'db' | 'clock' | 'bus' | 'sites'>,
  { scope, keyId }: IngestKeyHolder,
  raw: readonly unknown[],
): Promise<Result<ReceiptsSummary, Failure>> {
  const now = clock.now();
  const shops = indexShops(await listShops(sites, scope));
  const checked = raw.map((one) => checkReceipt(one, shops, now));
  const receipts = checked.flatMap((one) => (one.ok ? [one.value] : []));
  const rejected = checked.flatMap((one, index) => (one.ok ? [] : [{ index, ...one.error }]));
  const { newest, told } = splitVersions(receipts);
  const days = findKnownDays(newest, now);
  const stored = await inTransaction(db, async (transaction) => {
    const store = tillsStore(transaction);
    const outcomes = newest.length === 0 ? [] : await store.put(scope.organizationId, keyId, newest);
    for (const [shop, ofShop] of days)
      await store.cover(
        { organizationId: scope.organizationId, installationId: shop.installationId },
        ofShop,
        toSiteDay(shop, now),
      );
    return [...told, ...outcomes];
  });
  if (!stored.ok) return stored;
  for (const shop of days.keys())
    bus.publish('sales.changed', {
      organizationId: scope.organizationId,
      installationId: shop.installationId as InstallationId,
    });
  const count = (wanted: ReceiptOutcome) => stored.value.filter((one) => one === wanted).length;
  return ok({
    accepted: count('accepted'),
    unchanged: count('unchanged'),
    corrected: count('corrected'),
    rejected,
  });
}

/** Splits off the last version of each receipt, and returns the outcomes of earlier versions in the same request. */
function splitVersions(receipts: readonly SoldReceipt[]): {
  readonly newest: readonly SoldReceipt[];
  readonly told: readonly ReceiptOutcome[];
} {
  const newest = new Map<string, SoldReceipt>();
  const told: ReceiptOutcome[] = [];
  for (const receipt of receipts) {
    const key = `${receipt.shop.installationId} ${receipt.receipt}`;
    const before = newest.get(key);
    if (before !== undefined) told.push(isSame(before, receipt) ? 'unchanged' : 'corrected');
    newest.set(key, receipt);
  }
  return { newest: [...newest.values()], told };
}

const isSame = (one: SoldReceipt, other: SoldReceipt) =>
  one.soldAt === other.soldAt &&
  one.items === other.items &&
  one.turnover === other.turnover &&
  one.currency === other.currency;

/** Today is known up to its newest receipt. */
function findKnownDays(
  receipts: readonly SoldReceipt[],
  now: Instant,
): ReadonlyMap<Shop, ReadonlyMap<LocalDate, Instant | null>> {
  const days = new Map<Shop, Map<LocalDate, Instant | null>>();
  for (const { shop, soldAt } of receipts) {
    const ofShop = days.get(shop) ?? new Map<LocalDate, Instant | null>();
    days.set(shop, ofShop);
    const day = toSiteDay(shop, soldAt);
    ofShop.set(day, day < toSiteDay(shop, now) ? null : Math.max(soldAt, ofShop.get(day) ?? soldAt));
  }
  return days;
}
