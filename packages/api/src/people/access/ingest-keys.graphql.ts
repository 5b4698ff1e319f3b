import { type InstallationId, id } from '@atrium/domain/core';
import { type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { toEnumValues } from '../../platform/graphql/structures.ts';
import type { IngestKey } from './ingest-keys.store.ts';
import type { CreatedKey, IngestKeys } from './ingest-keys.ts';
import { findPurpose, keyPurposes } from './key-purposes.ts';

/** `readings:write` is READINGS_WRITE. */
const scopeValues = Object.fromEntries(
  tokenScopes.map((value) => [value.toUpperCase().replace(':', '_'), { value }]),
) as Record<string, { readonly value: TokenScope }>;

/** Returns the only site of a key; null for several or all. */
const findOnlySite = ({ installationIds }: Pick<IngestKey, 'installationIds'>) =>
  installationIds?.length === 1 ? (installationIds[0] ?? null) : null;

export function registerIngestKeys(builder: Builder, keys: IngestKeys): void {
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
  const key = builder.objectRef<IngestKey>('IngestKey').implement({
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
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp', nullable: true }),
      lastUsedAt: t.expose('lastUsedAt', { type: 'Timestamp', nullable: true }),
      lastUsedFrom: t.exposeString('lastUsedFrom', { nullable: true, description: 'An IP address.' }),
    }),
  });
  builder.queryField('allIngestKeys', (t) =>
    t.withAuth({ area: 'ingestKeys' }).field({
      type: [key],
      length: { most: 100 },
      description: 'The keys that are not revoked, without their secrets.',
      resolve: async (_root, _args, { scope: viewer }) => [...(await keys.all(viewer))],
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
