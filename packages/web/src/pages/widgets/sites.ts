import { useQuery } from '@apollo/client/react';
import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { toCalendar } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { retryQuery } from '../../numbers/answers/index.ts';
import { listFilterCategories, type Site, toSiteEvent, toZone } from '../site-page/site.ts';
import type { MetricColors } from '../words/colors.ts';
import { WidgetSitesDocument, type WidgetSitesQuery } from './operations.generated.ts';

interface WidgetSites {
  /** Null while loading. */
  readonly sites: readonly Site[] | null;
  /** The organization's colors. */
  readonly colors: MetricColors;
  readonly error: Error | null;
  /** Reloads the sites. */
  readonly retry: () => void;
}

/** Loads every site the user may see, without doors and devices. */
export function useSites(): WidgetSites {
  const { data, error, refetch } = useQuery(WidgetSitesDocument, { fetchPolicy: 'cache-first' });
  const sites = useMemo(
    () =>
      data?.allInstallations.map((installation) => ({
        ...siteOf(installation),
        categories: listFilterCategories(data.organization.tagCategories, installation.zones),
      })) ?? null,
    [data],
  );
  const colors = useMemo(
    () => Object.fromEntries(data?.organization.colors.map(({ metric, color }) => [metric, color]) ?? []),
    [data],
  );
  return { sites, colors, error: sites ? null : (error ?? null), retry: () => void retryQuery(refetch) };
}

type Installation = WidgetSitesQuery['allInstallations'][number];

function siteOf(installation: Installation): Omit<Site, 'categories'> {
  return {
    topology: {
      organizationId: id<OrganizationId>(installation.organizationId),
      installationId: id<InstallationId>(installation.id),
      name: installation.name,
      ...toCalendar(installation),
      country: null,
      currency: null,
      eventLimits: [],
      area: null,
      createdAt: installation.creationDate,
      zones: installation.zones.filter(({ isDisabled }) => !isDisabled).map(toZone),
      passages: [],
      devices: [],
    },
    city: installation.city,
    country: null,
    // Only a site's own pages need its air sensors and corrections.
    corrections: [],
    colors: {},
    airSensors: [],
    events: installation.events.map(toSiteEvent),
    told: installation.descriptors,
  };
}
