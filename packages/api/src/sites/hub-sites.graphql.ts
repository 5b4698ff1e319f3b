import type { Builder } from '../platform/graphql/builder.ts';
import type { Site } from './site-snapshot.ts';
import { listSites, listTopZoneViews, type SiteReads, type ZoneView } from './site-views.ts';

/** Registers the hub's list of sites: by name, with their top zones. */
export function registerHubSites(hub: Builder, { directory }: SiteReads): void {
  const zone = hub.objectRef<ZoneView>('TopZone').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ zone: { id } }) => id }),
      name: t.string({ resolve: ({ zone: { name } }) => name }),
    }),
  });
  const site = hub.objectRef<Site>('Site').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.string({ resolve: ({ fields }) => fields.name }),
      topZones: t.field({ type: [zone], length: { ofSite: 'zones' }, resolve: listTopZoneViews }),
    }),
  });
  hub.queryField('sites', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [site],
      length: { of: 'installations' },
      resolve: async (_root, _args, { scope }) =>
        listSites(await directory.snapshot(scope)).toSorted((left, right) =>
          left.fields.name.localeCompare(right.fields.name, 'en'),
        ),
    }),
  );
}
