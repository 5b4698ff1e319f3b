import { err, ok } from '@atrium/domain/core';
import type { KeyPurpose } from '../../../people/access/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Site } from '../../../sites/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = {
  readonly organization: string;
  readonly installation: string | undefined;
  readonly purpose: KeyPurpose;
};

const isPurpose = (text: string): text is KeyPurpose =>
  text === 'readings' || text === 'receipts' || text === 'devices';

export const createKey = defineCommand<Options>({
  name: 'key create',
  usage: '--organization <name> [--installation <name>] [--for readings|receipts|devices]',
  parse(args) {
    const read = parseArguments(args, { organization: 'text', installation: 'text', for: 'text' }, []);
    if (!read.ok) return read;
    const { organization, installation, for: purpose = 'readings' } = read.value.options;
    if (!isPurpose(purpose)) return err('--for takes readings, receipts or devices');
    return organization === undefined
      ? err('--organization is missing')
      : ok({ options: { organization, installation, purpose } });
  },
  async run({ organization, installation, purpose }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const site = installation === undefined ? null : await findInstallation(installation, scope, tools);
    if (site === undefined) return false;
    const name = `Command line, ${site?.fields.name ?? organization}`.slice(0, 100);
    const created = await tools.access.ingestKeys.create(scope, { name, installationId: site?.id ?? null, purpose });
    if (!created.ok) {
      tools.fail(created.error.message);
      return false;
    }
    tools.out(
      `Key ${created.value.publicId} for ${site?.fields.name ?? `all sites of ${organization}`}. Its secret is shown this once:`,
    );
    tools.out(created.value.secret);
    return true;
  },
});

/** Finds a site by key, or by name if that is unique. Reports why it found none, and returns undefined. */
async function findInstallation(
  wanted: string,
  scope: Scope,
  { sites, fail }: CommandTools,
): Promise<Site | undefined> {
  const all = [...(await sites.snapshot(scope)).sites.values()];
  const byKey = all.find(({ fields }) => fields.key === wanted);
  const byName = all.filter(({ fields }) => fields.name === wanted);
  if (byKey !== undefined || byName.length === 1) return byKey ?? byName[0];
  fail(
    byName.length === 0
      ? `there is no installation "${wanted}"`
      : `several installations are named "${wanted}": give the key of one`,
  );
  return undefined;
}
