import { ok } from '@atrium/domain/core';
import { exportSiteFile } from '../../site-files/index.ts';
import { defineCommand, parseArguments } from '../command.ts';
import { findOrganization } from '../find-organization.ts';

export const exportSite = defineCommand<{ readonly organization: string }>({
  name: 'site export',
  usage: '<organization>',
  parse(args) {
    const read = parseArguments(args, {}, ['the name of the organization']);
    return read.ok ? ok({ options: { organization: read.value.words[0] as string } }) : read;
  },
  async run({ organization }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const file = await exportSiteFile(tools.platform.relational.db, scope.organizationId);
    for (const line of file.trimEnd().split('\n')) tools.out(line);
    return true;
  },
});
