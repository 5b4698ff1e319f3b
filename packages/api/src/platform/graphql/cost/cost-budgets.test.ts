import { expect, it } from 'vitest';
import { anonymousBudgetPerMinute, createCostBudgets, textCost } from './cost-budgets.ts';

it('text that is sent without a query uses up the budget of its address, and of no other', async () => {
  const { spendText } = createCostBudgets();
  const bytes = 60_000;
  const times = Math.floor(anonymousBudgetPerMinute / textCost(bytes));
  const send = (address: string) => spendText({ scope: null, address }, bytes);
  for (let time = 0; time < times; time += 1) expect(await send('2001:db8::1')).toBeNull();
  expect(await send('2001:db8::2')).toBeGreaterThan(0);
  expect(await send('203.0.113.9')).toBeNull();
});
