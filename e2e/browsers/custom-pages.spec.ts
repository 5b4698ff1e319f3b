import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { waitUntilSettled } from './controls.ts';
import { expect, test } from './journey.ts';

const loads = 20;

test('a custom page is shown at each of many loads on a busy machine', async ({ tab }) => {
  test.setTimeout(300_000);
  await tab.visit('/analytics/dashboard');
  await waitUntilSettled(tab);
  const path = await tab.until<string>(
    'a custom page',
    `return document.querySelector('main a[href^="/dashboard/"]')?.getAttribute('href');`,
  );
  const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    for (let load = 0; load < loads; load += 1) {
      await tab.visit(`${path}?load=${load}`);
      await tab.shows({ selector: 'main h1' });
      await tab.until('a widget', `return document.querySelector('main svg') !== null;`);
      // A page left while it loads would report its missing parts as an error.
      await waitUntilSettled(tab);
      expect(await tab.words()).not.toContain('An unexpected error occurred');
    }
  } finally {
    for (const worker of busy) await worker.terminate();
  }
});
