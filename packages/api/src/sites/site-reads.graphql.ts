import type { Organization } from '../people/organization/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { SiteTypes } from './site-types.graphql.ts';
import {
  findSite,
  listDeviceViews,
  listEventViews,
  listPassageViews,
  listSites,
  listTopZoneViews,
  listZoneViews,
  type SiteReads,
  sortByName,
  throwNotFound,
} from './site-views.ts';

const signedIn = { signedIn: true } as const;

/** Registers queries for lists and single records. Lists by ids leave out what does not exist for the viewer. */
export function registerSiteReads(
  builder: Builder,
  reads: SiteReads,
  types: SiteTypes,
  organization: OrganizationRef,
): void {
  const { directory, clock } = reads;
  builder.queryFields((t) => {
    const byInstallation = { installationId: t.arg.int({ required: true }) };
    const byId = { id: t.arg.int({ required: true }) };
    const byIds = { ids: t.arg.intList({ required: true }) };
    const auth = t.withAuth(signedIn);
    return {
      allInstallations: auth.field({
        type: [types.installation],
        length: { of: 'installations' },
        resolve: async (_root, _args, { scope }) => sortByName(listSites(await directory.snapshot(scope))),
      }),
      installationById: t.withAuth({ area: 'sensorPages' }).field({
        type: types.installation,
        args: byId,
        resolve: (_root, { id }, { scope }) => findSite(reads, scope, id, 'id'),
      }),
      allEvents: auth.field({
        type: [types.event],
        length: { of: 'events' },
        resolve: async (_root, _args, { scope }) => listSites(await directory.snapshot(scope)).flatMap(listEventViews),
      }),
      eventById: auth.field({
        type: types.event,
        args: byId,
        resolve: async (_root, { id }, { scope }) =>
          listSites(await directory.snapshot(scope))
            .flatMap(listEventViews)
            .find(({ event }) => event.id === id) ?? throwNotFound('event', 'id'),
      }),
      allEventsByInstallation: auth.field({
        type: [types.event],
        length: { ofSite: 'events' },
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listEventViews(await findSite(reads, scope, installationId, 'installationId')),
      }),
      passagesByInstallation: auth.field({
        type: [types.passage],
        length: { ofSite: 'passages' },
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listPassageViews(await findSite(reads, scope, installationId, 'installationId')),
      }),
      passagesByIds: auth.field({
        type: [types.passage],
        length: { argument: 'ids' },
        args: byIds,
        resolve: async (_root, args, { scope }) => {
          const ids = new Set(args.ids);
          return listSites(await directory.snapshot(scope))
            .flatMap(listPassageViews)
            .filter(({ passage }) => ids.has(passage.id));
        },
      }),
      padsByInstallation: t.withAuth({ area: 'numbers' }).field({
        type: [types.pad],
        length: { ofSite: 'devices' },
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listDeviceViews(await findSite(reads, scope, installationId, 'installationId'), 'pad', clock.now()),
      }),
      devicesAtmosphereByInstallation: t.withAuth({ area: 'numbers' }).field({
        type: [types.atmosphereDevice],
        length: { ofSite: 'devices' },
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listDeviceViews(await findSite(reads, scope, installationId, 'installationId'), 'atmosphere', clock.now()),
      }),
    };
  });
  registerZoneReads(builder, reads, types);
  registerTagReads(builder, reads, types);
  registerTagsOfOrganization(builder, reads, types, organization);
}

function registerZoneReads(builder: Builder, reads: SiteReads, types: SiteTypes): void {
  const { directory } = reads;
  builder.queryFields((t) => {
    const auth = t.withAuth(signedIn);
    const byInstallation = { installationId: t.arg.int({ required: true }) };
    return {
      zonesByInstallation: auth.field({
        type: [types.zone],
        length: { ofSite: 'zones' },
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listZoneViews(await findSite(reads, scope, installationId, 'installationId')),
      }),
      zonesByIds: auth.field({
        type: [types.zone],
        length: { argument: 'ids' },
        args: { ids: t.arg.intList({ required: true }) },
        resolve: async (_root, args, { scope }) => {
          const ids = new Set(args.ids);
          return listSites(await directory.snapshot(scope))
            .flatMap(listZoneViews)
            .filter(({ zone }) => ids.has(zone.id));
        },
      }),
      topZoneByInstallation: auth.field({
        type: types.zone,
        nullable: true,
        description: 'The first of the zones that lie in no other.',
        args: byInstallation,
        resolve: async (_root, { installationId }, { scope }) =>
          listTopZoneViews(await findSite(reads, scope, installationId, 'installationId'))[0] ?? null,
      }),
      topZonesWithTags: auth.field({
        type: [types.zone],
        length: { of: 'zones' },
        resolve: async (_root, _args, { scope }) =>
          sortByName(listSites(await directory.snapshot(scope))).flatMap(listTopZoneViews),
      }),
      zonesByTag: auth.field({
        type: [types.zone],
        length: { of: 'zones' },
        args: { tagId: t.arg.int({ required: true }) },
        resolve: async (_root, { tagId }, { scope }) => {
          const snapshot = await directory.snapshot(scope);
          if (!snapshot.tagCategories.some(({ tags }) => tags.some(({ id }) => id === tagId)))
            throwNotFound('tag', 'tagId');
          return listSites(snapshot)
            .flatMap(listZoneViews)
            .filter(({ zone }) => zone.tagIds.some((id) => id === tagId));
        },
      }),
      zonesByTags: auth.field({
        type: [types.zone],
        length: { of: 'zones' },
        description: 'Zones that have any of the tags.',
        args: { tagIds: t.arg.intList({ required: true }) },
        resolve: async (_root, { tagIds }, { scope }) =>
          listSites(await directory.snapshot(scope))
            .flatMap(listZoneViews)
            .filter(({ zone }) => zone.tagIds.some((id) => tagIds.includes(id))),
      }),
    };
  });
}

/** The organization type of its own module. Viewers only ever see their own organization. */
export type OrganizationRef = TypeRef<Organization>;

function registerTagsOfOrganization(
  builder: Builder,
  { directory }: SiteReads,
  types: SiteTypes,
  organization: OrganizationRef,
): void {
  builder.objectField(organization, 'tagCategories', (t) =>
    t.withAuth(signedIn).field({
      type: [types.tagCategory],
      length: { of: 'tagCategories' },
      description: 'So that pages need not know whose organization it is before they ask.',
      resolve: async (_organization, _args, { scope }) => [...(await directory.snapshot(scope)).tagCategories],
    }),
  );
}

function registerTagReads(builder: Builder, { directory }: SiteReads, types: SiteTypes): void {
  builder.queryFields((t) => {
    const auth = t.withAuth(signedIn);
    return {
      tagCategoriesByOrganizationId: auth.field({
        type: [types.tagCategory],
        length: { of: 'tagCategories' },
        args: { organizationId: t.arg.int({ required: true }) },
        resolve: async (_root, { organizationId }, { scope }) =>
          organizationId === scope.organizationId
            ? [...(await directory.snapshot(scope)).tagCategories]
            : throwNotFound('organization', 'organizationId'),
      }),
      tagById: auth.field({
        type: types.tag,
        args: { id: t.arg.int({ required: true }) },
        resolve: async (_root, { id }, { scope }) =>
          (await directory.snapshot(scope)).tagCategories.flatMap(({ tags }) => tags).find((tag) => tag.id === id) ??
          throwNotFound('tag', 'id'),
      }),
      tagsByIds: auth.field({
        type: [types.tag],
        length: { argument: 'ids' },
        args: { ids: t.arg.intList({ required: true }) },
        resolve: async (_root, { ids }, { scope }) =>
          (await directory.snapshot(scope)).tagCategories
            .flatMap(({ tags }) => tags)
            .filter((tag) => ids.includes(tag.id)),
      }),
    };
  });
}
