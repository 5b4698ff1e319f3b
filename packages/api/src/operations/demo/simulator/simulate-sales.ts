import { listDays, type Span } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Receipt, ReceiptsStore } from '../../../actions/sales/index.ts';
import type { SiteModel, SiteSetting } from './traffic/site-model.ts';
import { simulateReceipts } from './traffic/tills.ts';

/** A site with simulated tills. */
export interface SellingSite {
  readonly model: SiteModel;
  readonly setting: SiteSetting;
  readonly topology: Topology;
}

/**
 * Stores the receipts of a span, and marks its days as covered by sales so far. Idempotent, and consecutive spans give
 * the same result as one. Does nothing for a site without tills.
 */
export async function simulateSales(
  sales: Pick<ReceiptsStore, 'put' | 'cover'>,
  { model, setting, topology }: SellingSite,
  span: Span,
): Promise<void> {
  const { currency } = topology;
  if (model.tills === undefined || currency === null || span.from >= span.to) return;
  const receipts = simulateReceipts(model, setting, span.from, span.to);
  await sales.put(
    topology,
    receipts.map((one): Receipt => ({ ...one, currency })),
  );
  await sales.cover(topology, listDays(topology, span));
}
