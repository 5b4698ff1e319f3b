import type { SalesOfSite, SalesReader, SoldAt } from './sales-reader.ts';

/**
 * A reader for the questions of one page: what several of them ask of the same receipts is read once, and what is asked of
 * several sites in one moment by one statement.
 */
export function gatherSales(sales: SalesReader): SalesOfSite {
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

/** Reads of single sites: those asked for in the same turn about the same times go together. */
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
