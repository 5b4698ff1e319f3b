import { ok } from '@atrium/domain/core';
import { forgetLinksOf } from '../../access/index.ts';
import { eraseOrganization } from '../../organization/erasing/index.ts';
import { organizationStore } from '../../organization/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { systemScope, tenantRows } from '../../platform/tenancy/index.ts';
import { servicesOn } from '../../services.ts';
import { defineFolderCommand, type FolderTools, readArguments } from '../command.ts';
import { onPlatform } from '../on-platform.ts';

interface Options {
  readonly name: string;
  readonly isForGood: boolean;
}

export const erase = defineFolderCommand<Options>({
  name: 'organization erase',
  usage: '<name> [--for-good]',
  parse(args) {
    const read = readArguments(args, { 'for-good': 'flag' }, ["the organization's name"]);
    if (!read.ok) return read;
    const { options, words } = read.value;
    return ok({ options: { name: words[0] as string, isForGood: options['for-good'] } });
  },
  runAlone: (options, tools) => onPlatform(tools.config, (platform) => eraseOn(platform, options, tools)),
});

async function eraseOn(platform: Platform, { name, isForGood }: Options, { out, fail }: FolderTools): Promise<boolean> {
  const { relational, analytics, files } = platform;
  const found = await organizationStore(relational.db).findByName(name);
  if (found === null) {
    fail(`there is no organization "${name}"`);
    return false;
  }
  const { access, sites } = servicesOn(platform);
  const scope = systemScope(found.id);
  const size = {
    sites: (await sites.snapshot(scope)).sites.size,
    people: await access.countUsers(scope),
    readings: await tenantRows(analytics, { organization: found.id }).countReadings(),
  };
  out(`${name} has sites: ${size.sites}, people: ${size.people}, readings: ${size.readings}`);
  if (!isForGood) {
    fail('nothing was erased: to erase it, which nothing but a backup takes back, say --for-good');
    return false;
  }
  const { db } = relational;
  await eraseOrganization({ db, analytics, files, forgetLinks: (id) => forgetLinksOf(db, id) }, found.id);
  out(`${name} is erased; backups that were made before still have it, until they are removed`);
  return true;
}
