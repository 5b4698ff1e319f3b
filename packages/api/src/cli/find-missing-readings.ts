import type { IncompleteDay } from '../measurements/index.ts';
import { formatDays } from '../measurements/index.ts';
import { organizationStore } from '../organization/index.ts';
import { systemScope } from '../platform/tenancy/index.ts';
import type { PlatformServices } from '../services.ts';

/** Finds the days with missing acknowledged readings. Returns them with a message for each affected site. */
export async function findMissingReadings({ platform, marks, sites }: PlatformServices) {
  const days: IncompleteDay[] = [];
  for await (const month of marks.incomplete()) days.push(...month);
  const names = new Map<number, string>();
  for (const { id, name } of await organizationStore(platform.relational.db).all())
    for (const site of (await sites.snapshot(systemScope(id))).sites.values())
      names.set(site.topology.installationId, `${name}, ${site.fields.name}`);
  const lines = [...Map.groupBy(days, ({ installation }) => installation)].map(
    ([installation, ofSite]) => `${names.get(installation) ?? `site ${installation}`}: ${formatDays(ofSite)}`,
  );
  return { days, lines };
}
