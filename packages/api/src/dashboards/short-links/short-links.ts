import { randomBytes } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  failure,
  ok,
  parseSameOriginPath,
  partsOfPath,
  type Result,
} from '@atrium/domain/core';
import { auditViewed } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type ShortLink, type ShortLinksStore, shortLinksStore } from './short-links.store.ts';

/** ms: a year, so that a link in last year's minutes still leads somewhere. */
const life = 365 * 24 * 60 * 60_000;
/** Links in force that one person may have made. */
const mostLinks = 1000;
/** 128 random bits: nobody finds one by trying. */
const codeBytes = 16;
const codeForm = /^[A-Za-z0-9_-]{22}$/;

export interface ShortLinkDependencies {
  readonly db: Database;
  readonly store: ShortLinksStore;
  readonly clock: Clock;
}

/**
 * A code that leads to a page of the product. The same person asking for the same page gets the same code while half of
 * its life is left. `token` is handed to the page besides its address; such links are never shared.
 */
export async function createShortLink(
  { db, store, clock }: ShortLinkDependencies,
  scope: Scope,
  wanted: { readonly path: string; readonly token?: string },
): Promise<Result<ShortLink, Failure>> {
  const address = parseSameOriginPath(wanted.path, 'path');
  if (!address.ok) return address;
  const { path, query } = partsOfPath(address.value);
  const now = clock.now();
  const tokenParameter = wanted.token ?? null;
  const same = tokenParameter === null ? await store.findSame(scope, path, query, now + life / 2) : null;
  if (same !== null) return ok(same);
  await store.removeExpired(scope, now);
  if ((await store.countOwn(scope)) >= mostLinks)
    return err(failure('RATE_LIMITED', `There can be ${mostLinks} short links of one person`));
  const code = randomBytes(codeBytes).toString('base64url');
  const link = { code, path, query, tokenParameter, expiresAt: now + life };
  await db.transaction(async (transaction) => {
    await shortLinksStore(transaction).insert(scope, { ...link, createdAt: now });
    await auditViewed(scope, transaction, { at: now, action: 'shortLink.created', details: { name: path } });
  });
  return ok({ ...link, organizationId: scope.organizationId });
}

/** NOT_FOUND alike for a code that never was and one that has expired. */
export async function findShortLink(
  { store, clock }: Pick<ShortLinkDependencies, 'store' | 'clock'>,
  code: string,
): Promise<Result<ShortLink, Failure>> {
  const link = codeForm.test(code) ? await store.findByCode(code, clock.now()) : null;
  return link === null ? err(failure('NOT_FOUND', 'This link leads nowhere any more', 'code')) : ok(link);
}
