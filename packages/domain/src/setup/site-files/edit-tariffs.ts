import { metrics, pricedKinds } from '../../numbers/index.ts';
import type { DeclaredTariff, SiteDeclaration } from './site-declaration.ts';

/** Metrics of cost, with the meters' metric that each prices. */
const costs: ReadonlyMap<string, string> = new Map(
  metrics.flatMap(({ id, expression }) =>
    expression.type === 'metered' && expression.as === 'cost' ? [[id, expression.metric] as const] : [],
  ),
);

/**
 * Returns the site with other tariffs. Its events show the cost of each of their meters' metrics that has a tariff, and
 * no other.
 */
export function changeTariffs(site: SiteDeclaration, tariffs: readonly DeclaredTariff[]): SiteDeclaration {
  const isPriced = (metered: string) => tariffs.some(({ kind }) => pricedKinds[metered]?.includes(kind));
  const events = site.events.map((event) => {
    const measured = event.metrics.filter((metric) => !costs.has(metric));
    const priced = [...costs].flatMap(([id, metered]) => (measured.includes(metered) && isPriced(metered) ? [id] : []));
    return { ...event, metrics: [...measured, ...priced] };
  });
  return { ...site, tariffs, events };
}
