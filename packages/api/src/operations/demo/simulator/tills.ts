import type { Span } from '@atrium/domain/core';
import type { ReceiptsStore } from '../../../actions/sales/index.ts';
import type { Access } from '../../../people/access/index.ts';
import type { SiteDirectory } from '../../../sites/index.ts';
import { demoOrganizations } from '../demo-organizations.ts';
import type { DemoState } from '../demo-state.ts';
import { getSiteSetting } from '../seed-demo.ts';
import { simulateSales } from './simulate-sales.ts';

export interface TillsDependencies {
  readonly sales: Pick<ReceiptsStore, 'put' | 'cover'>;
  readonly sites: Pick<SiteDirectory, 'topology'>;
  readonly verify: Access['ingestKeys']['verify'];
}

/**
 * Creates the tills of the demo's sites, identified by their gateway's key. A site without a valid key sells nothing.
 */
export function createTills({ sales, sites, verify }: TillsDependencies, { keys }: Pick<DemoState, 'keys'>) {
  return async (span: Span): Promise<void> => {
    for (const { models } of demoOrganizations)
      for (const [index, model] of models.entries()) {
        if (model.tills === undefined) continue;
        const gateway = await verify(keys[model.key] ?? '');
        if (gateway === null || gateway.installationId === null) continue;
        const topology = await sites.topology(gateway.scope, gateway.installationId);
        if (topology !== null)
          await simulateSales(sales, { model, setting: getSiteSetting(model, index), topology }, span);
      }
  };
}
