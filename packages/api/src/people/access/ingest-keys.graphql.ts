import { type InstallationId, id, type UserId } from '@atrium/domain/core';
import { type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { toEnumValues } from '../../platform/graphql/structures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { IngestKey } from './ingest-keys.store.ts';
import type { IngestKeys } from './ingest-keys.ts';
import { findPurpose, keyPurposes } from './key-purposes.ts';
import { type CreatedKey, maxPersonalTokens } from './tokens/change-tokens.ts';

/** `readings:write` is READINGS_WRITE. */
const scopeValues = Object.fromEntries(
  tokenScopes.map((value) => [value.toUpperCase().replace(':', '_'), { value }]),
) as Record<string, { readonly value: TokenScope }>;

/** Returns the only site of a key; null for several or all. */
const findOnlySite = ({ installationIds }: Pick<IngestKey, 'installationIds'>) =>
  installationIds?.length === 1 ? (installationIds[0] ?? null) : null;

/** Returns the names of members by id. */
type FindNames = (scope: Scope, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;

/** A key with the name of its owner. */
interface ListedKey extends IngestKey {
  readonly ownerName: string | null;
}

export function registerIngestKeys(builder: Builder, keys: IngestKeys, namesOf: FindNames): void {
  const types = registerTypes(builder);
  registerTokens(builder, keys, namesOf, types);
  registerPersonalTokens(builder, keys, namesOf, types);
}

type Types = ReturnType<typeof registerTypes>;

/** Adds the names of the owners of personal tokens. */
async function addNames(keys: readonly IngestKey[], scope: Scope, namesOf: FindNames): Promise<ListedKey[]> {
  const names = await namesOf(scope, [...new Set(keys.flatMap(({ ownerUserId }) => ownerUserId ?? []))]);
  return keys.map((key) => ({ ...key, ownerName: key.ownerUserId && (names.get(key.ownerUserId) ?? null) }));
}

function registerTypes(builder: Builder) {
  const purpose = builder.enumType('IngestKeyPurpose', { values: toEnumValues(keyPurposes) });
  const scope = builder.enumType('TokenScope', { values: scopeValues });
  const created = builder.objectRef<CreatedKey>('CreatedIngestKey').implement({
    fields: (t) => ({
      publicId: t.exposeString('publicId', { description: 'The half that MQTT topics name.' }),
      name: t.exposeString('name'),
      installationId: t.int({ nullable: true, resolve: findOnlySite }),
      purpose: t.field({ type: purpose, nullable: true, resolve: ({ scopes }) => findPurpose(scopes) }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp', nullable: true }),
      secret: t.exposeString('secret', { description: 'What a program signs in with; told this once.' }),
    }),
  });
  const key = builder.objectRef<ListedKey>('IngestKey').implement({
    fields: (t) => ({
      publicId: t.exposeString('publicId'),
      name: t.exposeString('name'),
      installationId: t.int({ nullable: true, description: 'The only site.', resolve: findOnlySite }),
      installationIds: t.intList({
        nullable: true,
        length: { most: 1000 },
        description: 'Null: all sites, also later ones.',
        resolve: ({ installationIds }) => installationIds && [...installationIds],
      }),
      purpose: t.field({ type: purpose, nullable: true, resolve: ({ scopes }) => findPurpose(scopes) }),
      scopes: t.field({
        type: [scope],
        length: { most: tokenScopes.length },
        resolve: ({ scopes }) => [...scopes],
      }),
      isPersonal: t.boolean({
        description: 'Whether it acts as a person, with their rights and sites.',
        resolve: ({ ownerUserId }) => ownerUserId !== null,
      }),
      ownerName: t.exposeString('ownerName', { nullable: true, description: 'Of a personal token.' }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp', nullable: true }),
      lastUsedAt: t.expose('lastUsedAt', { type: 'Timestamp', nullable: true }),
      lastUsedFrom: t.exposeString('lastUsedFrom', { nullable: true, description: 'An IP address.' }),
    }),
  });
  return { purpose, scope, created, key };
}

function registerTokens(
  builder: Builder,
  keys: IngestKeys,
  namesOf: FindNames,
  { purpose, scope, created, key }: Types,
): void {
  builder.queryField('allIngestKeys', (t) =>
    t.withAuth({ area: 'ingestKeys' }).field({
      type: [key],
      length: { most: 100 },
      description: 'The keys that are not revoked, without their secrets.',
      resolve: async (_root, _args, { scope: viewer }) => addNames(await keys.all(viewer), viewer, namesOf),
    }),
  );
  builder.mutationField('createIngestKey', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: created,
      args: {
        name: t.arg.string({ required: true }),
        installationId: t.arg.int({ description: 'Limits the key to one site.' }),
        purpose: t.arg({ type: purpose, description: 'Readings of devices, unless said otherwise.' }),
      },
      resolve: async (_root, { name, installationId, purpose: wanted }, { scope: viewer }) =>
        orThrow(
          await keys.create(viewer, {
            name,
            installationId: installationId == null ? null : id<InstallationId>(installationId),
            ...(wanted != null && { purpose: wanted }),
          }),
        ),
    }),
  );
  builder.mutationField('createToken', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: created,
      args: {
        name: t.arg.string({ required: true }),
        scopes: t.arg({ type: [scope], required: true }),
        installationIds: t.arg.intList({ description: 'Left out: all sites, also later ones.' }),
        lifetimeDays: t.arg.int({ description: 'Left out: it never expires, if it only sends data.' }),
      },
      resolve: async (_root, { name, scopes, installationIds, lifetimeDays }, { scope: viewer }) =>
        orThrow(
          await keys.createToken(viewer, {
            name,
            scopes,
            installationIds: installationIds?.map((one) => id<InstallationId>(one)) ?? null,
            lifetimeDays: lifetimeDays ?? null,
          }),
        ),
    }),
  );
  builder.mutationField('updateToken', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: key,
      description: 'The name and the sites of a token that is not personal.',
      args: {
        publicId: t.arg.string({ required: true }),
        name: t.arg.string({ required: true }),
        installationIds: t.arg.intList({ description: 'Left out: all sites, also later ones.' }),
      },
      resolve: async (_root, { publicId, name, installationIds: sites }, { scope: viewer }) => {
        const installationIds = sites?.map((one) => id<InstallationId>(one)) ?? null;
        const changed = orThrow(await keys.update(viewer, publicId, { name, installationIds }));
        return { ...changed, ownerName: null };
      },
    }),
  );
  builder.mutationField('renewIngestKey', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: created,
      description: 'A new secret. The one before works for another day.',
      args: { publicId: t.arg.string({ required: true }) },
      resolve: async (_root, { publicId }, { scope: viewer }) => orThrow(await keys.renew(viewer, publicId)),
    }),
  );
  builder.mutationField('revokeIngestKey', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).boolean({
      args: { publicId: t.arg.string({ required: true }) },
      resolve: async (_root, { publicId }, { scope: viewer }) => orThrow(await keys.revoke(viewer, publicId)),
    }),
  );
}

function registerPersonalTokens(
  builder: Builder,
  keys: IngestKeys,
  namesOf: FindNames,
  { scope, created, key }: Types,
): void {
  builder.queryField('personalTokens', (t) =>
    t.withAuth({ area: 'personalTokens' }).field({
      type: [key],
      length: { most: maxPersonalTokens },
      description: "The viewer's own.",
      resolve: async (_root, _args, { scope: viewer }) => addNames(await keys.all(viewer, 'own'), viewer, namesOf),
    }),
  );
  builder.mutationField('createPersonalToken', (t) =>
    t.withAuth({ $all: { area: 'personalTokens', themselves: true } }).field({
      type: created,
      description: 'A token that acts as the viewer, with the rights and sites they have at each request.',
      args: {
        name: t.arg.string({ required: true }),
        scopes: t.arg({ type: [scope], required: true }),
        lifetimeDays: t.arg.int({ description: 'Left out: it never expires, if it only sends data.' }),
      },
      resolve: async (_root, { name, scopes, lifetimeDays }, { scope: viewer }) =>
        orThrow(await keys.createPersonal(viewer, { name, scopes, lifetimeDays: lifetimeDays ?? null })),
    }),
  );
  builder.mutationField('renewPersonalToken', (t) =>
    t.withAuth({ $all: { area: 'personalTokens', themselves: true } }).field({
      type: created,
      description: 'A new secret. The one before works for another day.',
      args: { publicId: t.arg.string({ required: true }) },
      resolve: async (_root, { publicId }, { scope: viewer }) => orThrow(await keys.renew(viewer, publicId, 'own')),
    }),
  );
  builder.mutationField('revokePersonalToken', (t) =>
    t.withAuth({ $all: { area: 'personalTokens', themselves: true } }).boolean({
      args: { publicId: t.arg.string({ required: true }) },
      resolve: async (_root, { publicId }, { scope: viewer }) => orThrow(await keys.revoke(viewer, publicId, 'own')),
    }),
  );
}
