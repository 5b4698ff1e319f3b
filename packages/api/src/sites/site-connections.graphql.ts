import type { Builder } from '../platform/graphql/builder.ts';
import { buildConnectionType, compareKeys, type SortKey, slicePage } from '../platform/graphql/connections.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import type { Site } from './site-snapshot.ts';
import type { SiteTypes } from './site-types.graphql.ts';
import { type EventView, findSite, listEventViews, listSites, type SiteReads } from './site-views.ts';

/** Sort keys of installations. Sites without a value come first. */
const sortValues = {
  NAME: ({ fields }: Site) => fields.name,
  CITY: ({ fields }: Site) => fields.city ?? '',
  COUNTRY: ({ fields }: Site) => fields.country ?? '',
  CREATION_DATE: ({ fields }: Site) => fields.creationDate,
} as const;

export function registerSiteConnections(builder: Builder, reads: SiteReads, types: SiteTypes): void {
  registerInstallationConnection(builder, reads, types);
  registerEventConnection(builder, reads, types);
}

function registerInstallationConnection(builder: Builder, { directory }: SiteReads, types: SiteTypes): void {
  const connection = buildConnectionType<Site>(builder, 'Installation', types.installation);
  const filter = builder.inputType('InstallationFilter', {
    fields: (t) => ({
      searchValue: t.string({ description: 'Part of the name, the address or the city.' }),
      metrics: t.stringList({ description: 'Sites with an event that has any of these metrics.' }),
    }),
  });
  const sortType = builder.enumType('InstallationSortType', {
    values: Object.keys(sortValues) as (keyof typeof sortValues)[],
  });
  const sortOrder = builder.enumType('InstallationSortOrder', { values: ['ASC', 'DESC'] as const });
  const sort = builder.inputType('InstallationSort', {
    fields: (t) => ({ type: t.field({ type: sortType, required: true }), order: t.field({ type: sortOrder }) }),
  });
  builder.queryField('installationConnection', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: connection,
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
      },
      resolve: async (_root, { first, after, filter: wanted, sort: by }, { scope }) => {
        const sortValue = sortValues[by?.type ?? 'NAME'];
        const keyOf = (site: Site): SortKey => [sortValue(site), site.id];
        const sign = by?.order === 'DESC' ? -1 : 1;
        const compare = (a: SortKey, b: SortKey) => sign * compareKeys(a, b);
        const found = listSites(await directory.snapshot(scope))
          .filter((site) => matches(site, wanted?.searchValue ?? '') && hasMetric(site, wanted?.metrics ?? null))
          .sort((a, b) => compare(keyOf(a), keyOf(b)));
        return orThrow(slicePage(found, keyOf, compare, { first, after }));
      },
    }),
  );
}

function registerEventConnection(builder: Builder, reads: SiteReads, types: SiteTypes): void {
  const connection = buildConnectionType<EventView>(builder, 'Event', types.event);
  const filter = builder.inputType('EventFilter', { fields: (t) => ({ installationId: t.int() }) });
  builder.queryField('eventConnection', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: connection,
      args: { first: t.arg.int(), after: t.arg.string(), filter: t.arg({ type: filter }) },
      resolve: async (_root, { first, after, filter: wanted }, { scope }) => {
        const id = wanted?.installationId;
        const sites =
          id == null
            ? listSites(await reads.directory.snapshot(scope))
            : [await findSite(reads, scope, id, 'filter.installationId')];
        const keyOf = ({ event }: EventView): SortKey => [event.id];
        const events = sites.flatMap(listEventViews).sort((a, b) => a.event.id - b.event.id);
        return orThrow(slicePage(events, keyOf, compareKeys, { first, after }));
      },
    }),
  );
}

function matches({ fields }: Site, search: string): boolean {
  const words = search.trim().toLocaleLowerCase('en');
  return [fields.name, fields.address, fields.city].some(
    (text) => text?.toLocaleLowerCase('en').includes(words) ?? false,
  );
}

function hasMetric(site: Site, metrics: readonly string[] | null): boolean {
  return metrics === null || site.events.some((event) => event.metrics.some((metric) => metrics.includes(metric)));
}
