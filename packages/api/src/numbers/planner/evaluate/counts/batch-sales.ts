import type { SalesOfSite, SalesReader, SoldAt } from './sales-reader.ts';

/**
 * Creates a reader for the queries of one page. Repeated reads of the same receipts run once; simultaneous reads of
 * several sites share one statement.
 */
export function batchSales(sales: SalesReader): SalesOfSite {
  const sums = new Map<string, ReturnType<SalesOfSite['sums']>>();
  const days = new Map<string, ReturnType<SalesOfSite['coveredDays']>>();
  const sumsTogether = together(sales.sums);
  const daysTogether = together(sales.coveredDays);
  return {
    sums(site, edges) {
      const times = edges.join(' ');
      return once(sums, `${site.installationId} ${site.currency} ${times}`, () => sumsTogether(times, site, edges));
    },
    coveredDays(site, from, to) {
      const times = `${from} ${to}`;
      return once(days, `${site.installationId} ${times}`, () => daysTogether(times, site, from, to));
    },
  };
}

function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

/** Batches single-site reads of the same times that are requested in the same turn of the event loop. */
function together<Times extends readonly unknown[], Value>(
  read: (sites: readonly SoldAt[], ...times: Times) => Promise<readonly Value[]>,
) {
  const waiting = new Map<string, { readonly sites: SoldAt[]; readonly values: Promise<readonly Value[]> }>();
  return async (key: string, site: SoldAt, ...times: Times): Promise<Value> => {
    const batch = waiting.get(key) ?? begin(key, times);
    const index = batch.sites.push(site) - 1;
    return (await batch.values)[index] as Value;
  };

  function begin(key: string, times: Times) {
    const sites: SoldAt[] = [];
    const turn = new Promise<void>((resume) => setImmediate(resume));
    const values = turn.then(() => {
      waiting.delete(key);
      return read(sites, ...times);
    });
    const batch = { sites, values };
    waiting.set(key, batch);
    return batch;
  }
}
