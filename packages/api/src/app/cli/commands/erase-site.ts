import { ok } from '@atrium/domain/core';
import { eraseSite } from '../../../operations/site-erasing/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeUpgradeCopy } from '../../../platform/stores/upgrade-copy.ts';
import type { Erased } from '../../../platform/tenancy/erasure-record.ts';
import { finishErasure, recordErasure } from '../../../platform/tenancy/erasure-record.ts';
import { openTenantRows, systemScope } from '../../../platform/tenancy/index.ts';
import { removedSitesStore } from '../../../sites/index.ts';
import { createPlatformServices } from '../../services.ts';
import { defineLocalCommand, type LocalTools, noOrganization, parseArguments } from '../command.ts';
import { withPlatform } from '../with-platform.ts';

interface Options {
  readonly organization: string;
  readonly key: string;
  readonly isForGood: boolean;
}

export const eraseOneSite = defineLocalCommand<Options>({
  name: 'site erase',
  summary: 'List everything of a site; erase it with --for-good.',
  examples: ['atrium site erase "Its organization" its-key'],
  usage: '<organization> <key of the site> [--for-good]',
  parse(args) {
    const words = ['the name of the organization', 'the key of the site'];
    const read = parseArguments(args, { 'for-good': 'flag' }, words);
    if (!read.ok) return read;
    const [organization = '', key = ''] = read.value.words;
    return ok({ options: { organization, key, isForGood: read.value.options['for-good'] } });
  },
  runLocally: (options, tools) => withPlatform(tools.config, (platform) => eraseOn(platform, options, tools)),
});

async function eraseOn(platform: Platform, options: Options, { out, fail }: LocalTools): Promise<boolean> {
  const { analytics, relational, files, clock, bus } = platform;
  const { db } = relational;
  const found = await organizationStore(db).findByName(options.organization);
  if (found === null) {
    fail(await noOrganization(db, options.organization));
    return false;
  }
  const site = await removedSitesStore(db).findByKey(found.id, options.key);
  if (site === null) {
    const isMeant = ({ organization, site: erased }: Erased) =>
      organization === found.id && erased?.key === options.key;
    if (options.isForGood && (await finishErasure(isMeant, { files, clock, out }))) return true;
    fail(`${options.organization} has no site "${options.key}"`);
    return false;
  }
  const siteOf = { organization: found.id, installation: site.id };
  const readings = await openTenantRows(analytics, siteOf).countReadings();
  out(`${site.name} is ${site.isRemoved ? 'out of' : 'in'} service and has readings: ${readings}`);
  if (!options.isForGood) {
    fail('nothing was erased: to erase it, which nothing but a backup takes back, say --for-good');
    return false;
  }
  const { rollups, marks } = createPlatformServices(platform);
  const erased = {
    organization: found.id,
    name: options.organization,
    site: { id: site.id, key: options.key, name: site.name },
  };
  await recordErasure(erased, { files, clock, out }, async () => {
    await eraseSite({ db, bus, clock, analytics, files, rollups, marks }, siteOf);
    await recordAudit(systemScope(found.id), db, {
      at: clock.now(),
      action: 'site.erased',
      details: { name: site.name, key: options.key },
    });
  });
  // The copy from before an upgrade still has it.
  await removeUpgradeCopy(platform.folder.path);
  return true;
}
