import { type OrganizationId, ok } from '@atrium/domain/core';
import { deleteOrganizationLinks } from '../../../people/access/index.ts';
import { eraseOrganization } from '../../../people/organization/erasing/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeUpgradeCopy } from '../../../platform/stores/upgrade-copy.ts';
import type { Erased } from '../../../platform/tenancy/erasure-record.ts';
import { finishErasure, recordErasure } from '../../../platform/tenancy/erasure-record.ts';
import { openTenantRows, systemScope } from '../../../platform/tenancy/index.ts';
import { createPlatformServices } from '../../services.ts';
import { defineLocalCommand, type LocalTools, noOrganization, parseArguments } from '../command.ts';
import { withPlatform } from '../with-platform.ts';

interface Options {
  readonly name: string;
  readonly isForGood: boolean;
}

export const erase = defineLocalCommand<Options>({
  name: 'organization erase',
  summary: 'List everything of an organization; erase it with --for-good.',
  examples: ['atrium organization erase "Its name"'],
  usage: '<name> [--for-good]',
  parse(args) {
    const read = parseArguments(args, { 'for-good': 'flag' }, ["the organization's name"]);
    if (!read.ok) return read;
    const { options, words } = read.value;
    return ok({ options: { name: words[0] as string, isForGood: options['for-good'] } });
  },
  runLocally: (options, tools) => withPlatform(tools.config, (platform) => eraseOn(platform, options, tools)),
});

async function eraseOn(platform: Platform, { name, isForGood }: Options, { out, fail }: LocalTools): Promise<boolean> {
  const { relational, analytics, files, clock } = platform;
  const found = await organizationStore(relational.db).findByName(name);
  if (found === null) {
    const isMeant = (erased: Erased) => erased.site === null && erased.name === name;
    if (isForGood && (await finishErasure(isMeant, { files, clock, out }))) return true;
    fail(await noOrganization(relational.db, name));
    return false;
  }
  const { access, sites, marks } = createPlatformServices(platform);
  const scope = systemScope(found.id);
  const size = {
    sites: (await sites.snapshot(scope)).sites.size,
    people: await access.countUsers(scope),
    readings: await openTenantRows(analytics, { organization: found.id }).countReadings(),
  };
  out(`${name} has sites: ${size.sites}, people: ${size.people}, readings: ${size.readings}`);
  if (!isForGood) {
    fail('nothing was erased: to erase it, which nothing but a backup takes back, say --for-good');
    return false;
  }
  const { db } = relational;
  const forgetLinks = (id: OrganizationId) => deleteOrganizationLinks(db, id);
  const forgetAcknowledged = (id: OrganizationId) => marks.forgetOrganization(id);
  await recordErasure({ organization: found.id, name, site: null }, { files, clock, out }, () =>
    eraseOrganization({ db, analytics, files, forgetAcknowledged, forgetLinks }, found.id),
  );
  // The copy from before an upgrade still has it.
  await removeUpgradeCopy(platform.folder.path);
  return true;
}
