import { expect, test } from 'vitest';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { actionCases } from './action-cases.ts';
import { countCases } from './count-cases.ts';
import { deviceCases } from './device-cases.ts';
import { fileCases } from './file-cases.ts';
import { meterCases } from './meter-cases.ts';

const stores = useTestStores();
const cases = [...deviceCases, ...meterCases, ...countCases, ...fileCases, ...actionCases];

test.each(cases)('$id $situation', async ({ run, expected }) => {
  expect(await run(stores)).toEqual(expected);
});

test('each case is in one table', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});
