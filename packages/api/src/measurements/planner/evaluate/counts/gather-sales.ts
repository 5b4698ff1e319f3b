import type { SalesReader } from './sales-reader.ts';

/** A reader for the questions of one page: what several of them ask of the same receipts is read once. */
export function gatherSales(sales: SalesReader): SalesReader {
  const sums = new Map<string, ReturnType<SalesReader['sums']>>();
  const days = new Map<string, ReturnType<SalesReader['coveredDays']>>();
  return {
    sums: (site, edges) =>
      once(sums, [site.installationId, site.currency, ...edges].join(' '), () => sales.sums(site, edges)),
    coveredDays: (site, from, to) =>
      once(days, [site.installationId, from, to].join(' '), () => sales.coveredDays(site, from, to)),
  };
}

function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}
