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
import { indexShops, type Shop, type SoldReceipt } from '@atrium/domain/sales';
import type { IngestKeyHolder } from '../../measurements/index.ts';
import { inTransaction } from '../../platform/relational/index.ts';
import type { SalesImportsDependencies } from '../imports/imports-dependencies.ts';
import { listShops } from '../imports/list-shops.ts';
import '../sales.events.ts';
import { checkReceipt, type ReceiptRejection } from './check-receipt.ts';
import { type ReceiptOutcome, tillsStore } from './tills.store.ts';

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
