import { findSlot, getCoveredDays } from '@atrium/domain/actions/schedules';
import { type Instant, type LocalDate, toSiteDay } from '@atrium/domain/core';
import { defaultFilters, encodeFilters, listFamilies } from '@atrium/domain/pages';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import type { ReportRequest } from './composed-report.ts';
import type { ReportDraft } from './reports.store.ts';

const sections = ['counting', 'atmosphere', 'energy'] as const;

/** Returns the product's page about the report's subject: the site's page with the same zone and days. */
export async function buildPagePath(
  sites: SiteSnapshots,
  scope: Scope,
  { installationId, zoneIds, from, to }: ReportRequest,
): Promise<readonly [`/${string}`, Readonly<Record<string, string>>]> {
  const site = (await sites.snapshot(scope)).sites.get(installationId);
  const families = listFamilies(site?.events.flatMap(({ metrics }) => metrics) ?? []);
  const section = sections.find((one) => families.has(one)) ?? 'counting';
  const zoneId = zoneIds[0] ?? null;
  const search = encodeFilters({ ...defaultFilters, timespan: { kind: 'custom', ranges: [{ from, to }] }, zoneId });
  const query = Object.entries(search).map(([key, value]) => [key, JSON.stringify(value)]);
  return [`/${section}/${installationId}`, Object.fromEntries(query)];
}

type About = Pick<ReportDraft, 'title' | 'language' | 'installationId' | 'zoneId' | 'includedDays' | 'hour'>;

/**
 * Builds the request of a report for a moment or a slot: the last complete days before it, by the site's change of day.
 */
export function buildRequest(
  report: About,
  { topology }: Site,
  when: { readonly at: Instant; readonly slot: LocalDate | null; readonly isLate: boolean },
  setUpBy: string | null,
): ReportRequest {
  const { title, language, installationId, zoneId, includedDays, hour } = report;
  const slot = when.slot === null ? null : findSlot({ sendDay: 'everyDay', hour }, topology.timezone, when.slot);
  return {
    title,
    language,
    installationId,
    zoneIds: [zoneId],
    ...getCoveredDays(toSiteDay(topology, slot?.at ?? when.at), includedDays),
    granularity: null,
    slot: when.slot,
    isLate: when.isLate,
    setUpBy,
  };
}
