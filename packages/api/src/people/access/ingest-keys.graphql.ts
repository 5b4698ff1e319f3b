import { type InstallationId, id } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { toEnumValues } from '../../platform/graphql/structures.ts';
import { keyPurposes } from './access.schema.ts';
import type { IngestKey } from './ingest-keys.store.ts';
import type { CreatedKey, IngestKeys } from './ingest-keys.ts';

export function registerIngestKeys(builder: Builder, keys: IngestKeys): void {
  const purpose = builder.enumType('IngestKeyPurpose', { values: toEnumValues(keyPurposes) });
  const created = builder.objectRef<CreatedKey>('CreatedIngestKey').implement({
    fields: (t) => ({
      publicId: t.exposeString('publicId', { description: 'The half that MQTT topics name.' }),
      name: t.exposeString('name'),
      installationId: t.exposeInt('installationId', { nullable: true }),
      purpose: t.expose('purpose', { type: purpose }),
      secret: t.exposeString('secret', { description: 'What a gateway or a till signs in with; told this once.' }),
    }),
  });
  const key = builder.objectRef<IngestKey>('IngestKey').implement({
    fields: (t) => ({
      publicId: t.exposeString('publicId'),
      name: t.exposeString('name'),
      installationId: t.exposeInt('installationId', { nullable: true }),
      purpose: t.expose('purpose', { type: purpose }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
    }),
  });
  builder.queryField('allIngestKeys', (t) =>
    t.withAuth({ area: 'ingestKeys' }).field({
      type: [key],
      length: { most: 100 },
      description: 'The keys in force, without their secrets.',
      resolve: async (_root, _args, { scope }) => [...(await keys.all(scope))],
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
      resolve: async (_root, { name, installationId, purpose: wanted }, { scope }) =>
        orThrow(
          await keys.create(scope, {
            name,
            installationId: installationId == null ? null : id<InstallationId>(installationId),
            ...(wanted != null && { purpose: wanted }),
          }),
        ),
    }),
  );
  builder.mutationField('revokeIngestKey', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).boolean({
      args: { publicId: t.arg.string({ required: true }) },
      resolve: async (_root, { publicId }, { scope }) => orThrow(await keys.revoke(scope, publicId)),
    }),
  );
}
