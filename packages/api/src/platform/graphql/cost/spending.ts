import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedAs } from '../../addresses/index.ts';
import type { GraphqlContext } from '../context.ts';
import { addressPerMinute, budgetOfMember, budgetsPerMinute, costOfText } from './budgets.ts';
import type { Sizes } from './sizes.ts';

/** What may be spent within this many seconds. */
const window = 60;

export interface Spending {
  /** Seconds until there is enough again; null: it was enough, and is spent. */
  spend(context: GraphqlContext, cost: number, sizes: Sizes): Promise<number | null>;
  /** The same for the text of a document that nobody has read yet, which may be no document at all. */
  spendText(context: Pick<GraphqlContext, 'scope' | 'address'>, bytes: number): Promise<number | null>;
}

/**
 * What each person, each organization and each address of callers who are not signed in spends in a minute. Costs are
 * counted against shares of a whole: an organization's budget grows with its sites. Kept in memory, as other limits are.
 */
export function createSpending(): Spending {
  const spent = new RateLimiterMemory({ points: whole, duration: window });
  const byAddress = (address: string, cost: number) =>
    share(spent, `address ${countedAs(address)}`, cost, addressPerMinute);
  return {
    // What members send is bounded by whom they are: they can be asked what they were about.
    spendText: async ({ scope, address }, bytes) => (scope === null ? byAddress(address, costOfText(bytes)) : null),
    async spend({ scope, address }, cost, sizes) {
      if (scope === null) return byAddress(address, cost);
      const person = scope.viewedBy ?? scope.userId;
      const budget = budgetOfMember(sizes);
      return (
        (await share(spent, `person ${person}`, cost, budget * budgetsPerMinute.ofPerson)) ??
        share(spent, `organization ${scope.organizationId}`, cost, budget * budgetsPerMinute.ofOrganization)
      );
    },
  };
}

/** Finer than any share. */
const whole = 1_000_000_000;

async function share(spent: RateLimiterMemory, key: string, cost: number, budget: number): Promise<number | null> {
  try {
    await spent.consume(key, Math.ceil((cost / budget) * whole));
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}
