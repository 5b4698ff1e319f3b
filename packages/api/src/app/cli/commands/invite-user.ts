import { err, ok } from '@atrium/domain/core';
import { getProductUrl } from '../../../platform/config/read-config.ts';
import { defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = { readonly email: string; readonly organization: string; readonly role: 'admin' | 'user' };

export const inviteUser = defineCommand<Options>({
  name: 'user invite',
  summary: 'Create an invitation link.',
  examples: ['atrium user invite ann@example.com --organization "My organization" --role user'],
  usage: '<email> --organization <name> --role admin|user',
  parse(args) {
    const read = parseArguments(args, { organization: 'text', role: 'text' }, ['the email address']);
    if (!read.ok) return read;
    const { organization, role } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    if (role !== 'admin' && role !== 'user') return err('--role takes admin or user');
    return ok({ options: { email: read.value.words[0] as string, organization, role } });
  },
  async run({ email, organization, role }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const invitation = await tools.access.inviteUser(scope, { email, role });
    if (!invitation.ok) {
      tools.fail(invitation.error.message);
      return false;
    }
    const { config } = tools.platform;
    const origin = getProductUrl(config);
    tools.out(
      `Send this to ${email}; it can be used once, until ${new Date(invitation.value.expiresAt).toISOString()}:`,
    );
    const link = `${origin}${invitation.value.path}`;
    tools.out(link);
    tools.result({ link, expiresAt: new Date(invitation.value.expiresAt).toISOString() });
    return true;
  },
});
