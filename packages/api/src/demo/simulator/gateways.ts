import type { OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Access } from '../../access/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { SiteModel } from './traffic/index.ts';

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
