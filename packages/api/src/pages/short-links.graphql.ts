import { randomBytes } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  failure,
  ok,
  parseSameOriginPath,
  type Result,
  splitPath,
} from '@atrium/domain/core';
import { recordAuditIfViewed } from '../people/audit/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { type ShortLink, type ShortLinksStore, shortLinksStore } from './short-links.store.ts';

/** One year in ms, so that links in last year's meeting minutes still work. */
const life = 365 * 24 * 60 * 60_000;
/** Limit of valid links per person. */
const maxLinks = 1000;
/** 128 random bits, so that codes can't be guessed. */
const codeBytes = 16;
const codeForm = /^[A-Za-z0-9_-]{22}$/;

interface ShortLinkDependencies {
  readonly db: Database;
  readonly store: ShortLinksStore;
  readonly clock: Clock;
}

/**
 * Creates a code for a page of the product. Returns the same code for the same person and page while at least half of
 * its lifetime is left. Links with a `token`, which is passed to the page outside the URL, are never reused.
 */
async function createShortLink(
  { db, store, clock }: ShortLinkDependencies,
  scope: Scope,
  wanted: { readonly path: string; readonly token?: string },
): Promise<Result<ShortLink, Failure>> {
  const address = parseSameOriginPath(wanted.path, 'path');
  if (!address.ok) return address;
  const { path, query } = splitPath(address.value);
  const now = clock.now();
  const tokenParameter = wanted.token ?? null;
  const same = tokenParameter === null ? await store.findSame(scope, path, query, now + life / 2) : null;
  if (same !== null) return ok(same);
  await store.removeExpired(scope, now);
  if ((await store.countOwn(scope)) >= maxLinks)
    return err(failure('RATE_LIMITED', `There can be ${maxLinks} short links of one person`));
  const code = randomBytes(codeBytes).toString('base64url');
  const link = { code, path, query, tokenParameter, expiresAt: now + life };
  await db.transaction(async (transaction) => {
    await shortLinksStore(transaction).insert(scope, { ...link, createdAt: now });
    await recordAuditIfViewed(scope, transaction, { at: now, action: 'shortLink.created', details: { name: path } });
  });
  return ok({ ...link, organizationId: scope.organizationId });
}

/** Finds a link by its code. Fails with NOT_FOUND for both unknown and expired codes. */
async function findShortLink(
  { store, clock }: Pick<ShortLinkDependencies, 'store' | 'clock'>,
  code: string,
): Promise<Result<ShortLink, Failure>> {
  const link = codeForm.test(code) ? await store.findByCode(code, clock.now()) : null;
  return link === null ? err(failure('NOT_FOUND', 'This link leads nowhere any more', 'code')) : ok(link);
}

export function registerShortLinks(builder: Builder, dependencies: ShortLinkDependencies): void {
  const link = builder.objectRef<ShortLink>('ShortLink').implement({
    fields: (t) => ({
      code: t.exposeString('code'),
      path: t.exposeString('path', { description: 'A path of the product, without its query.' }),
      query: t.exposeString('query', { description: 'With its question mark; empty without one.' }),
      tokenParam: t.exposeString('tokenParameter', {
        nullable: true,
        description: 'Handed to the page besides its address.',
      }),
    }),
  });
  builder.queryField('shortLinkByCode', (t) =>
    t.field({
      isCredential: true,
      skipTypeScopes: true,
      type: link,
      description: 'Where a short link leads: for anybody who has its code.',
      args: { code: t.arg.string({ required: true }) },
      resolve: async (_root, { code }) => orThrow(await findShortLink(dependencies, code)),
    }),
  );
  const created = builder.objectRef<ShortLink>('CreatedShortLink').implement({
    fields: (t) => ({
      code: t.exposeString('code', { description: 'The page is at /t/ and this code.' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp' }),
    }),
  });
  builder.mutationField('createShortLink', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: created,
      args: { path: t.arg.string({ required: true, description: 'A path of the product, with its query.' }) },
      resolve: async (_root, { path }, { scope }) => orThrow(await createShortLink(dependencies, scope, { path })),
    }),
  );
}
