import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toRateLimitKey } from '../../addresses/ip-address.ts';
import type { Scope } from '../../tenancy/index.ts';
import type { GraphqlContext } from '../context.ts';
import type { Sizes } from './declared-cost.ts';

/**
 * Maximum cost of one document, in units of about 1 µs of CPU. It grows with the organization, as its pages do: the
 * most expensive page with 1 000 sites costs half of it (`product-documents.test.ts`).
 */
export const memberBudget = ({ installations }: Sizes) => 25_000_000 + 60_000 * installations;

/** Maximum number of values in one answer: some tens of megabytes. */
export const maxMemberValues = ({ installations }: Sizes) => 500_000 + 1500 * installations;

/** Enough for the texts of all languages once, or one sign-in attempt. Anonymous callers need nothing else. */
export const anonymousBudget = 100_000;

/** The texts of all languages have about as many values; other anonymous answers are small. */
export const maxAnonymousValues = 65_000;

/** Maximum number of list items that one document may resolve, in case the estimate was too low. */
export const maxObjects = ({ installations }: Sizes) => 100_000 + 200 * installations;

/**
 * Budgets per minute, in budgets of one document. A person may open twenty tabs with the most expensive page. An
 * organization has the budget of three such people.
 */
export const budgetsPerMinute = { ofPerson: 20, ofOrganization: 60 };

/** Cost of receiving, reading and validating a document's text, before its own cost can be estimated. */
export const textCost = (bytes: number) => 300 + Math.ceil(bytes / 15);

/** Budget per minute of all anonymous callers at one address, which may be a whole office. */
export const anonymousBudgetPerMinute = 20_000_000;

/** Length of the budget window, in seconds. */
const window = 60;

/** What is left of a person's or a token's budget. */
export interface RemainingBudget {
  /** Share of the minute's budget, 0…1. */
  readonly share: number;
  /** Seconds until it is full again. */
  readonly seconds: number;
}

export interface CostBudgets {
  /** Spends the cost; returns null, or the seconds until the budget suffices. */
  spend(context: Pick<GraphqlContext, 'scope' | 'address'>, cost: number, sizes: Sizes): Promise<number | null>;
  /** Spends the cost of receiving a text that has not been parsed yet. */
  spendText(context: Pick<GraphqlContext, 'scope' | 'address'>, bytes: number): Promise<number | null>;
  /** Returns what is left for a caller, without spending. */
  readRemaining(scope: Scope): Promise<RemainingBudget>;
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
    async readRemaining(scope) {
      const used = await spent.get(callerKey(scope));
      if (used === null) return { share: 1, seconds: 0 };
      return {
        share: Math.max(0, used.remainingPoints) / fullBudgetPoints,
        seconds: Math.ceil(Math.max(0, used.msBeforeNext) / 1000),
      };
    },
    // Members are known, so their texts need no limit of their own.
    spendText: async ({ scope, address }, bytes) => (scope === null ? byAddress(address, textCost(bytes)) : null),
    async spend({ scope, address }, cost, sizes) {
      if (scope === null) return byAddress(address, cost);
      const budget = memberBudget(sizes);
      return (
        (await share(spent, callerKey(scope), cost, budget * budgetsPerMinute.ofPerson)) ??
        share(spent, `organization ${scope.organizationId}`, cost, budget * budgetsPerMinute.ofOrganization)
      );
    },
  };
}

/**
 * A token of a program has a budget of its own, because programs without one would share that of no person. The personal
 * tokens of a person share one, beside that of their pages, so that nobody gets more by making more tokens.
 */
const callerKey = ({ viewedBy, userId, tokenId }: Scope) => {
  if (tokenId === undefined) return `person ${viewedBy ?? userId}`;
  return userId === null ? `token ${tokenId}` : `tokens of ${userId}`;
};

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
