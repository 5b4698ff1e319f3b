import { expect, it } from 'vitest';
import type { Scope } from '../../tenancy/index.ts';
import {
  anonymousBudgetPerMinute,
  budgetsPerMinute,
  createCostBudgets,
  memberBudget,
  textCost,
} from './cost-budgets.ts';
import { noSizes } from './declared-cost.ts';

it('text that is sent without a query uses up the budget of its address, and of no other', async () => {
  const { spendText } = createCostBudgets();
  const bytes = 60_000;
  const times = Math.floor(anonymousBudgetPerMinute / textCost(bytes));
  const send = (address: string) => spendText({ scope: null, address }, bytes);
  for (let time = 0; time < times; time += 1) expect(await send('2001:db8::1')).toBeNull();
  expect(await send('2001:db8::2')).toBeGreaterThan(0);
  expect(await send('203.0.113.9')).toBeNull();
});

it('the personal tokens of a person share a budget, beside that of their pages and of other tokens', async () => {
  const { spend, readRemaining } = createCostBudgets();
  const scopeOf = (userId: number | null, tokenId?: number) =>
    ({ organizationId: 1, viewedBy: null, userId, ...(tokenId !== undefined && { tokenId }) }) as unknown as Scope;
  const all = memberBudget(noSizes) * budgetsPerMinute.ofPerson;
  const ask = (scope: Scope, cost: number) => spend({ scope, address: '' }, cost, noSizes);
  expect(await ask(scopeOf(7, 1), all)).toBeNull();
  expect((await readRemaining(scopeOf(7, 2))).share).toBe(0);
  expect(await ask(scopeOf(7, 2), 1000)).toBeGreaterThan(0);
  for (const other of [scopeOf(7), scopeOf(8, 3), scopeOf(null, 4), scopeOf(null, 5)])
    expect(await ask(other, 1000)).toBeNull();
});
