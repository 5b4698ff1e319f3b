import { useQuery } from '@apollo/client/react';
import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { calendarOfAnswer } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { categoriesOf, type Site, siteEventOf, zoneOf } from '../../site/site.ts';
import { WidgetSitesDocument, type WidgetSitesQuery } from '../operations.generated.ts';

/** Every site the reader sees, as widgets need it; doors and devices are the server's to know. Null while loading. */
export function useSites(): { readonly sites: readonly Site[] | null; readonly error: Error | null } {
  const { data, error } = useQuery(WidgetSitesDocument, { fetchPolicy: 'cache-first' });
  const sites = useMemo(
    () =>
      data?.allInstallations.map((installation) => ({
        ...siteOf(installation),
        categories: categoriesOf(data.organization.tagCategories, installation.zones),
      })) ?? null,
    [data],
  );
  return { sites, error: sites ? null : (error ?? null) };
}

type Installation = WidgetSitesQuery['allInstallations'][number];

function siteOf(installation: Installation): Omit<Site, 'categories'> {
  return {
    topology: {
      organizationId: id<OrganizationId>(installation.organizationId),
      installationId: id<InstallationId>(installation.id),
      name: installation.name,
      ...calendarOfAnswer(installation),
      country: null,
      currency: null,
      eventLimits: [],
      area: null,
      createdAt: installation.creationDate,
      zones: installation.zones.filter(({ isDisabled }) => !isDisabled).map(zoneOf),
      passages: [],
      devices: [],
    },
    city: installation.city,
    country: null,
    // The list of air sensors belongs to a site's own pages.
    airSensors: [],
    events: installation.events.map(siteEventOf),
  };
}
