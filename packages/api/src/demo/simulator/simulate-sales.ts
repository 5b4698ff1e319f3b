import { daysIn, type Span } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Receipt, ReceiptsStore } from '../../sales/index.ts';
import { receiptsBetween, type SiteModel, type SiteSetting } from './traffic/index.ts';

/** A site whose tills are simulated. */
export interface SellingSite {
  readonly model: SiteModel;
  readonly setting: SiteSetting;
  readonly topology: Topology;
}

/**
 * Stores what the tills of a site rang up in the span, and that nothing else was sold on its days so far. The same
 * span again changes nothing; spans that follow each other tell what one over both would. A site without tills: nothing.
 */
export async function simulateSales(
  sales: Pick<ReceiptsStore, 'put' | 'cover'>,
  { model, setting, topology }: SellingSite,
  span: Span,
): Promise<void> {
  const { currency } = topology;
  if (model.tills === undefined || currency === null || span.from >= span.to) return;
  const receipts = receiptsBetween(model, setting, span.from, span.to);
  await sales.put(
    topology,
    receipts.map((one): Receipt => ({ ...one, currency })),
  );
  await sales.cover(topology, daysIn(topology, span));
}
