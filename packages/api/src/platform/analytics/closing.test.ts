import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAnalyticsStore } from './open-analytics-store.ts';

// An unhandled rejection of a connection fails the test run.
test('closing waits for connections that are still opening', { timeout: 60_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-lanes-'));
  try {
    for (let turn = 0; turn < 5; turn++) {
      const store = await openAnalyticsStore({ source: { folder: join(root, 'analytics') } });
      if (turn > 2) expect(await store.query({ sql: 'SELECT 1 AS one', params: {} })).toEqual([{ one: 1 }]);
      await store.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
