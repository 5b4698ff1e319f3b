import { readFile } from 'node:fs/promises';
import type { OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Access } from '../../people/access/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { demoSites, rivalSites } from './simulator/lumen-sites.ts';
import type { SiteModel } from './simulator/traffic/site-model.ts';

/** An organization of the demo: its site file and the models of its sites. */
export interface DemoOrganization {
  /** The name in the site file. */
  readonly name: string;
  readonly siteFile: () => Promise<string>;
  readonly models: readonly SiteModel[];
  readonly emails: readonly string[];
  /** The member, one of `emails`, who owns alerts, screens and reports. */
  readonly keeper: string;
}

const file = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8');

export const demoOrganizations: readonly DemoOrganization[] = [
  {
    name: 'Lumen Retail',
    siteFile: file('lumen-retail.yaml'),
    models: demoSites,
    emails: ['admin@demo.example', 'analyst@demo.example', 'manager@demo.example', 'viewer@demo.example'],
    keeper: 'manager@demo.example',
  },
  {
    name: 'Rival Stores',
    siteFile: file('rival-stores.yaml'),
    models: rivalSites,
    emails: ['admin@rival.example'],
    keeper: 'admin@rival.example',
  },
];

/** Public: the start prints it. The demo is no place for secrets. */
export const demoPassword = 'Demo-pass-1';

/** Finds the site of a model by its devices. */
export function findModelSite(topologies: readonly Topology[], model: SiteModel): Topology | undefined {
  return topologies.find(({ devices }) => devices.some(({ serial }) => serial === model.doors[0]?.serial));
}

/** Creates a key for a site's simulated gateway. */
export async function createGatewayKey(
  access: Pick<Access, 'ingestKeys'>,
  organizationId: OrganizationId,
  { installationId }: Pick<Topology, 'installationId'>,
  { key: modelKey }: SiteModel,
): Promise<string> {
  const key = await access.ingestKeys.create(systemScope(organizationId), {
    name: `Gateway ${modelKey}`,
    installationId,
  });
  if (!key.ok) throw new Error(key.error.message);
  return key.value.secret;
}
