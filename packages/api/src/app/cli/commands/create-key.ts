import { err, ok } from '@atrium/domain/core';
import type { KeyPurpose } from '../../../people/access/index.ts';
import { defineCommand, findInstallation, findOrganization, parseArguments } from '../command.ts';

type Options = {
  readonly organization: string;
  readonly installation: string | undefined;
  readonly purpose: KeyPurpose;
};

const isPurpose = (text: string): text is KeyPurpose =>
  text === 'readings' || text === 'receipts' || text === 'devices';

export const createKey = defineCommand<Options>({
  name: 'key create',
  summary: 'Create a key with which gateways, tills or devices send data.',
  examples: [
    'atrium key create --organization "My organization"',
    'atrium key create --organization "My organization" --for receipts',
  ],
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
    tools.result({ id: created.value.publicId, key: created.value.secret });
    return true;
  },
});
