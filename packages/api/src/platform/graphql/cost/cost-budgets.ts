import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toRateLimitKey } from '../../addresses/index.ts';
import type { GraphqlContext } from '../context.ts';
import { anonymousBudgetPerMinute, budgetsPerMinute, memberBudget, textCost } from './budgets.ts';
import type { Sizes } from './sizes.ts';

/** Length of the budget window, in seconds. */
const window = 60;

export interface CostBudgets {
  /** Spends the cost; returns null, or the seconds until the budget suffices. */
  spend(context: GraphqlContext, cost: number, sizes: Sizes): Promise<number | null>;
  /** Spends the cost of receiving a text that has not been parsed yet. */
  spendText(context: Pick<GraphqlContext, 'scope' | 'address'>, bytes: number): Promise<number | null>;
}

/**
 * Tracks what each person, each organization and each address of anonymous callers spends per minute. Costs are counted
 * as shares of the budget, because an organization's budget grows with its sites. In memory, like other rate limits.
 */
export function createCostBudgets(): CostBudgets {
  const spent = new RateLimiterMemory({ points: fullBudgetPoints, duration: window });
  const byAddress = (address: string, cost: number) =>
    share(spent, `address ${toRateLimitKey(address)}`, cost, anonymousBudgetPerMinute);
  return {
    // Members are known, so their texts need no limit of their own.
    spendText: async ({ scope, address }, bytes) => (scope === null ? byAddress(address, textCost(bytes)) : null),
    async spend({ scope, address }, cost, sizes) {
      if (scope === null) return byAddress(address, cost);
      const person = scope.viewedBy ?? scope.userId;
      const budget = memberBudget(sizes);
      return (
        (await share(spent, `person ${person}`, cost, budget * budgetsPerMinute.ofPerson)) ??
        share(spent, `organization ${scope.organizationId}`, cost, budget * budgetsPerMinute.ofOrganization)
      );
    },
  };
}

/** Points of a full budget; fine enough for any share. */
const fullBudgetPoints = 1_000_000_000;

async function share(spent: RateLimiterMemory, key: string, cost: number, budget: number): Promise<number | null> {
  try {
    await spent.consume(key, Math.ceil((cost / budget) * fullBudgetPoints));
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}
