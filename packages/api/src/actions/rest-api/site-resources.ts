import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { deviceKinds, isValidAt } from '@atrium/domain/sites';
import { organizationStore } from '../../people/organization/index.ts';
import { compareKeys, slicePage } from '../../platform/graphql/connections.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import {
  type DeviceView,
  type EventView,
  findEnds,
  listDeviceViews,
  listEventViews,
  listPassageViews,
  listZoneViews,
  type PassageView,
  type Site,
  type SiteSnapshots,
  type ZoneView,
} from '../../sites/index.ts';
import type { RestCaller, RestDependencies, RestInputs, RestRoute } from './route.ts';
import { described, idParameter, integer, refTo, text } from './schema.ts';

const maxPageSize = 500;
export const defaultPageSize = 100;

/** Cost of looking up what is in memory, and of each item of a page. */
const lookupCost = 500;
const itemCost = 20;

export const pageParameters = {
  first: described({ ...integer, minimum: 1, maximum: maxPageSize }, `Items of a page. Default: ${defaultPageSize}.`),
  after: described(text, '`next` of the page before.'),
};
const siteParameter = { siteId: idParameter };

export const pageCost = ({ query }: RestInputs) => lookupCost + itemCost * Number(query.first ?? defaultPageSize);

/** Organization, sites and their parts. All of them are definitions of the present; history is in measurements. */
export function listSiteResources({ db, sites, clock }: RestDependencies): readonly RestRoute[] {
  const snapshotOf = ({ token }: RestCaller) => sites.snapshot(token.scope);

  return [
    {
      method: 'GET',
      path: '/organization',
      id: 'getOrganization',
      tag: 'Organization',
      summary: 'Returns the organization of the token.',
      scope: 'sites:read',
      answer: refTo('Organization'),
      cost: () => lookupCost,
      async handle(_inputs, caller) {
        const [organization, snapshot] = await Promise.all([
          organizationStore(db).find(caller.token.scope),
          snapshotOf(caller),
        ]);
        if (organization === null) return err(failure('NOT_FOUND', 'No such organization'));
        return ok({ id: organization.id, name: organization.name, siteCount: snapshot.sites.size });
      },
    },
    {
      method: 'GET',
      path: '/sites',
      id: 'listSites',
      tag: 'Sites',
      summary: 'Lists the sites that the token sees, by id.',
      scope: 'sites:read',
      queryParameters: pageParameters,
      answer: refTo('SitePage'),
      cost: pageCost,
      handle: async ({ query }, caller) =>
        buildPage([...(await snapshotOf(caller)).sites.values()].map(toSiteJson), query),
    },
    {
      method: 'GET',
      path: '/sites/{siteId}',
      id: 'getSite',
      tag: 'Sites',
      summary: 'Returns a site.',
      scope: 'sites:read',
      pathParameters: siteParameter,
      answer: refTo('Site'),
      cost: () => lookupCost,
      async handle({ path }, { token }) {
        const site = await findSite(sites, token.scope, path.siteId);
        return site.ok ? ok(toSiteJson(site.value)) : site;
      },
    },
    {
      method: 'GET',
      path: '/events',
      id: 'listEvents',
      tag: 'Sites',
      summary: 'Lists the events of the sites that the token sees, by id.',
      scope: 'sites:read',
      queryParameters: pageParameters,
      answer: refTo('EventPage'),
      cost: pageCost,
      handle: async ({ query }, caller) =>
        buildPage([...(await snapshotOf(caller)).sites.values()].flatMap(listEventViews).map(toEventJson), query),
    },
    ...listPartResources(sites, clock),
  ];
}

/** NOT_FOUND for an unknown site, for another organization's, and for one that the token does not see. */
export async function findSite(sites: SiteSnapshots, scope: Scope, siteId: unknown): Promise<Result<Site, Failure>> {
  const site = (await sites.snapshot(scope)).sites.get(siteId as Site['id']);
  return site === undefined ? err(failure('NOT_FOUND', 'No such site', 'siteId')) : ok(site);
}

/** Zones, passages and devices of a site. */
function listPartResources(sites: SiteSnapshots, clock: Clock): readonly RestRoute[] {
  const partsOfSite = <Part extends { readonly id: number }>(
    part: 'zone' | 'passage' | 'device',
    list: (site: Site) => readonly Part[],
  ): RestRoute => ({
    method: 'GET',
    path: `/sites/{siteId}/${part}s`,
    id: `list${titled(part)}s`,
    tag: 'Sites',
    summary: `Lists the ${part}s of a site that are in service, by id.`,
    scope: 'sites:read',
    pathParameters: siteParameter,
    queryParameters: pageParameters,
    answer: refTo(`${titled(part)}Page`),
    cost: pageCost,
    async handle({ path, query }, { token }) {
      const site = await findSite(sites, token.scope, path.siteId);
      return site.ok ? buildPage(list(site.value), query) : site;
    },
  });

  return [
    partsOfSite('zone', (site) => listZoneViews(site).map(toZoneJson)),
    partsOfSite('passage', (site) => listPassageViews(site).map((view) => toPassageJson(view, clock.now()))),
    partsOfSite('device', (site) => {
      const now = clock.now();
      return deviceKinds.flatMap((kind) => listDeviceViews(site, kind, now)).map((view) => toDeviceJson(view, now));
    }),
  ];
}

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns one page of a list, in the order of ids, so that a page stays right when others are added or removed. */
export function buildPage<Item extends { readonly id: number | string }>(
  items: readonly Item[],
  { first = defaultPageSize, after }: RestInputs['query'],
): Result<{ readonly items: readonly Item[]; readonly next: string | null }, Failure> {
  const sorted = items.toSorted((one, other) => compareKeys([one.id], [other.id]));
  const page = slicePage(sorted, ({ id }) => [id], compareKeys, {
    first: Number(first),
    after: after === undefined ? null : String(after),
  });
  if (!page.ok) return page;
  const { edges, hasNextPage } = page.value;
  return ok({ items: edges.map(({ node }) => node), next: hasNextPage ? (edges.at(-1)?.cursor ?? null) : null });
}

/** Returns a site as the document describes it. */
export function toSiteJson({ id, fields }: Site) {
  const { key, name, address, city, country, timezone, changeOfDay, currency, area, latitude, longitude } = fields;
  return { id, key, name, address, city, country, timezone, changeOfDay, currency, areaM2: area, latitude, longitude };
}

function toZoneJson({ zone, site }: ZoneView) {
  const { id, key, name, parentIds, area, limit } = zone;
  return { id, siteId: site.id, key, name, parentIds, areaM2: area, limit, isDisabled: site.disabledZones.has(id) };
}

function toPassageJson(view: PassageView, now: number) {
  const { id, key, name, footfallOf } = view.passage;
  const ends = findEnds(view, now);
  const { fromZoneId = null, toZoneId = null } = ends ?? {};
  return { id, siteId: view.site.id, key, name, fromZoneId, toZoneId, footfallOfZoneId: footfallOf };
}

function toEventJson({ event, site }: EventView) {
  const { id, name, metrics, dateBegin, dateEnd } = event;
  return { id, siteId: site.id, name, metrics: [...metrics], firstDay: dateBegin, lastDay: dateEnd };
}

function toDeviceJson({ device, site }: DeviceView, now: number) {
  const { id, serial, name, kind, interval, installedAt } = device;
  const place = device.placements.find((placement) => isValidAt(placement, now))?.at ?? {};
  return {
    id,
    siteId: site.id,
    serial,
    name,
    kind,
    intervalSeconds: interval,
    passageId: 'passageId' in place ? place.passageId : null,
    zoneId: 'zoneId' in place ? place.zoneId : null,
    installedAt: new Date(installedAt).toISOString(),
  };
}
