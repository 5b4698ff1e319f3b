import type { PartialRights } from '@atrium/domain/access';
import type { Builder } from '../../platform/graphql/builder.ts';

/** Builds the input of the rights tree. Every node and leaf is optional, and the server sets the defaults. */
export function buildRightsInput(builder: Builder) {
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
export function toPartialRights(tree: object): PartialRights {
  const stated = Object.entries(tree).filter(([, node]) => node != null);
  return Object.fromEntries(
    stated.map(([key, node]) => [key, typeof node === 'object' ? toPartialRights(node) : node]),
  ) as PartialRights;
}
