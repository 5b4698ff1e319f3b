import { ok } from '@atrium/domain/core';
import { formatDays, type IncompleteDay, reportDataLoss } from '../../../numbers/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import type { PlatformServices } from '../../services.ts';
import { defineCommand, parseArguments } from '../command.ts';

export const migrate = defineCommand<null>({
  name: 'migrate',
  summary: 'Bring both stores to the schema of this version.',
  examples: ['atrium migrate'],
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  schema: () => ({ migrates: true, creates: true }),
  async run(_options, { platform, out }) {
    // Opening the stores has already migrated them.
    await Promise.all([platform.relational.ping(), platform.analytics.ping()]);
    out('both stores are on the schema of this version');
    return true;
  },
});

export const acceptStores = defineCommand<null>({
  name: 'stores accept',
  summary: 'Continue with stores that lost data, as they are.',
  examples: ['atrium stores accept'],
  usage: '',
  acceptsLoss: true,
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, tools) {
    const { platform, marks, out } = tools;
    const { accepted } = platform.identity;
    if (accepted !== null) out(`accepted: ${accepted}`);
    const { days, lines } = await findMissingReadings(tools);
    for (const line of lines) out(`accepted: readings that were acknowledged are missing: ${line}`);
    await marks.accept(days);
    reportDataLoss(platform, []);
    if (accepted === null && days.length === 0) out('nothing is missing');
    return true;
  },
});

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
