import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDemoState, writeDemoState } from './demo-state.ts';

let file: string;
beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'atrium-demo-state-')), 'demo.json');
});
afterAll(() => rmSync(join(file, '..'), { recursive: true, force: true }));

const useless = 'does not say what the simulated gateways need';
const noJson = 'is no JSON, or only the beginning of one';

test.each([
  ['', 'is empty'],
  [' \n', 'is empty'],
  ['{"deliveredUntil":1772803800000,"keys":{"zur', noJson],
  ['\0\0\0', noJson],
  ['not json', noJson],
  ['null', useless],
  ['[]', useless],
  ['"text"', useless],
  ['{}', useless],
  ['{"deliveredUntil":"1","keys":{}}', useless],
  ['{"deliveredUntil":null,"keys":{}}', useless],
  ['{"deliveredUntil":-1,"keys":{}}', useless],
  ['{"deliveredUntil":1e300,"keys":{}}', useless],
  ['{"deliveredUntil":1}', useless],
  ['{"deliveredUntil":1,"keys":["a"]}', useless],
  ['{"deliveredUntil":1,"keys":{"a":1}}', useless],
  ['{"deliveredUntil":1,"keys":{"a":""}}', useless],
])('%j is of no use, in words', async (content, why) => {
  writeFileSync(file, content);
  expect(await readDemoState(file)).toEqual({ ok: false, error: why });
});

test('what was written is read again, for its owner alone', async () => {
  rmSync(file, { force: true });
  expect(await readDemoState(file)).toEqual({ ok: true, value: null });
  const state = { deliveredUntil: 1_772_803_800_000, keys: { zurich: 'atr_key' } };
  await writeDemoState(file, state);
  await writeDemoState(file, state);
  expect(await readDemoState(file)).toEqual({ ok: true, value: state });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
