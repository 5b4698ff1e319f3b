import type { Shop } from '@atrium/domain/actions/sales';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';

/** A shop with the name of its site. */
export interface NamedShop extends Shop {
  readonly name: string;
}

/** Returns the shops a caller may send receipts for: visible sites with a shop id. */
export async function listShops(sites: SiteSnapshots, scope: Scope): Promise<readonly NamedShop[]> {
  const seen = [...(await sites.snapshot(scope)).sites.values()];
  return seen
    .flatMap(({ id, fields: { shopId, name, currency, timezone, changeOfDay } }) =>
      shopId === null || shopId.trim() === ''
        ? []
        : [{ shopId: shopId.trim(), installationId: id, name, currency, timezone, changeOfDay }],
    )
    .sort((a, b) => order.compare(a.shopId, b.shopId) || a.installationId - b.installationId);
}

const order = new Intl.Collator('en', { numeric: true });
