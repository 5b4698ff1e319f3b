import { defaultFilters, encodeFilters, listFamilies } from '@atrium/domain/dashboards';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { ReportRequest } from '../composed-report.ts';

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
