import type { Failure, Result } from '@atrium/domain/core';
import type { PartialRights } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Profile } from './accounts.store.ts';
import type { ProfileToSave } from './change-profiles.ts';
import type { CountedProfile } from './profiles.store.ts';

export interface ProfileOperations {
  allProfiles(scope: Scope): Promise<readonly CountedProfile[]>;
  addProfile(scope: Scope, profile: ProfileToSave): Promise<Result<Profile, Failure>>;
  changeProfile(scope: Scope, id: number, profile: ProfileToSave): Promise<Result<Profile, Failure>>;
  removeProfile(scope: Scope, id: number): Promise<Result<true, Failure>>;
}

/** Registers right profiles: read with access to users, written by administrators. */
export function registerProfiles(builder: Builder, operations: ProfileOperations, profile: TypeRef<Profile>): void {
  const rights = buildRightsInput(builder);
  const counted = builder.objectRef<CountedProfile>('ProfileInUse').implement({
    fields: (t) => ({
      profile: t.field({ type: profile, resolve: (one) => one }),
      userCount: t.exposeInt('userCount', { description: 'Members who have it.' }),
    }),
  });
  builder.queryField('allProfiles', (t) =>
    t.withAuth({ area: 'rightProfiles' }).field({
      type: [counted],
      length: { most: 100 },
      resolve: async (_root, _args, { scope }) => [...(await operations.allProfiles(scope))],
    }),
  );
  builder.mutationField('createProfile', (t) =>
    t.withAuth({ $all: { area: 'editRightProfiles', themselves: true } }).field({
      type: profile,
      args: { name: t.arg.string({ required: true }), rights: t.arg({ type: rights, required: true }) },
      resolve: async (_root, args, { scope }) =>
        orThrow(await operations.addProfile(scope, { name: args.name, rights: toPartialRights(args.rights) })),
    }),
  );
  builder.mutationField('updateProfile', (t) =>
    t.withAuth({ $all: { area: 'editRightProfiles', themselves: true } }).field({
      type: profile,
      args: {
        id: t.arg.int({ required: true }),
        name: t.arg.string({ required: true }),
        rights: t.arg({ type: rights, required: true }),
      },
      resolve: async (_root, args, { scope }) =>
        orThrow(
          await operations.changeProfile(scope, args.id, { name: args.name, rights: toPartialRights(args.rights) }),
        ),
    }),
  );
  builder.mutationField('deleteProfile', (t) =>
    t.withAuth({ $all: { area: 'editRightProfiles', themselves: true } }).boolean({
      description: 'BAD_INPUT while somebody has it.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await operations.removeProfile(scope, id)),
    }),
  );
}

/** Builds the input of the rights tree. Every node and leaf is optional, and the server sets the defaults. */
function buildRightsInput(builder: Builder) {
  const leaves = <Key extends string>(name: string, keys: readonly Key[]) =>
    builder.inputRef<{ readonly [Each in Key]?: boolean | null }>(name).implement({
      fields: (t) => Object.fromEntries(keys.map((key) => [key, t.boolean()])) as never,
    });
  const read = leaves('ReadRightInput', ['read']);
  const edit = leaves('EditRightInput', ['edit']);
  const crud = leaves('CrudRightsInput', ['create', 'read', 'edit', 'delete']);
  const user = leaves('UserRightsInput', ['read', 'edit', 'delete']);
  const general = leaves('OrganizationGeneralRightsInput', ['read', 'edit']);
  const organization = builder.inputType('OrganizationRightsInput', {
    fields: (t) => ({ user: t.field({ type: user }), general: t.field({ type: general }) }),
  });
  const dashboard = builder.inputType('DashboardRightsInput', {
    fields: (t) => ({
      custom: t.field({ type: read }),
      sensor: t.field({ type: read }),
      alert: t.field({ type: crud }),
      report: t.field({ type: crud }),
    }),
  });
  const app = builder.inputType('AppRightsInput', {
    fields: (t) => ({ salesFunnel: t.field({ type: read }), stopNGO: t.field({ type: crud }) }),
  });
  const data = builder.inputType('DataRightsInput', { fields: (t) => ({ salesMetrics: t.field({ type: edit }) }) });
  return builder.inputType('RightsInput', {
    fields: (t) => ({
      organization: t.field({ type: organization }),
      dashboard: t.field({ type: dashboard }),
      app: t.field({ type: app }),
      data: t.field({ type: data }),
    }),
  });
}

/** Converts an input tree. Null means omitted. */
function toPartialRights(tree: object): PartialRights {
  const stated = Object.entries(tree).filter(([, node]) => node != null);
  return Object.fromEntries(
    stated.map(([key, node]) => [key, typeof node === 'object' ? toPartialRights(node) : node]),
  ) as PartialRights;
}
