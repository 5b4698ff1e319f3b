import type { CrudRights, Rights } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';

/** Registers the rights tree as object types, one for each inner node. */
export function registerRights(builder: Builder) {
  const read = leaf<{ read: boolean }>(builder, 'ReadRight', ['read']);
  const edit = leaf<{ edit: boolean }>(builder, 'EditRight', ['edit']);
  const crud = leaf<CrudRights>(builder, 'CrudRights', ['create', 'read', 'edit', 'delete']);
  const user = leaf<Rights['organization']['user']>(builder, 'UserRights', ['read', 'edit', 'delete']);
  const general = leaf<Rights['organization']['general']>(builder, 'OrganizationGeneralRights', ['read', 'edit']);

  const organization = builder.objectRef<Rights['organization']>('OrganizationRights').implement({
    fields: (t) => ({ user: t.expose('user', { type: user }), general: t.expose('general', { type: general }) }),
  });
  const dashboard = builder.objectRef<Rights['dashboard']>('DashboardRights').implement({
    fields: (t) => ({
      custom: t.expose('custom', { type: read }),
      sensor: t.expose('sensor', { type: read }),
      alert: t.expose('alert', { type: crud }),
      report: t.expose('report', { type: crud }),
    }),
  });
  const app = builder.objectRef<Rights['app']>('AppRights').implement({
    fields: (t) => ({
      salesFunnel: t.expose('salesFunnel', { type: read }),
      stopNGO: t.expose('stopNGO', { type: crud }),
    }),
  });
  const data = builder.objectRef<Rights['data']>('DataRights').implement({
    fields: (t) => ({ salesMetrics: t.expose('salesMetrics', { type: edit }) }),
  });
  return builder.objectRef<Rights>('Rights').implement({
    fields: (t) => ({
      organization: t.expose('organization', { type: organization }),
      dashboard: t.expose('dashboard', { type: dashboard }),
      app: t.expose('app', { type: app }),
      data: t.expose('data', { type: data }),
    }),
  });
}

function leaf<Node extends object>(builder: Builder, name: string, keys: readonly (keyof Node & string)[]) {
  return builder.objectRef<Node>(name).implement({
    fields: (t) =>
      Object.fromEntries(
        keys.map((key) => [key, t.boolean({ resolve: (node) => (node[key] as boolean | undefined) === true })]),
      ),
  });
}
