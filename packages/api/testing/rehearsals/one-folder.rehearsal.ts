import { expect, test } from 'vitest';
import { createEmbeddedHall } from './testing/hall.ts';

const rounds = 25;

test(`${rounds} times three concurrent starts on one folder: one serves, the others report it, and nothing is lost`, {
  timeout: 120_000 + rounds * 60_000,
}, async () => {
  const hall = await createEmbeddedHall();
  const gateways = hall.gateways();
  for (let round = 0; round < rounds; round++) {
    const starts = await Promise.allSettled([hall.start(), hall.start(), hall.start()]);
    const served = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason.message)] : []));
    expect(served).toHaveLength(1);
    for (const message of refused) expect(message).toMatch(/^[^\n]* is in use by another Atrium[^\n]*\n$/);
    await gateways.more(5);
    await served[0]?.stop('SIGKILL');
  }
  const last = await hall.start();
  await gateways.settle();
  await last.stop();
  await hall.judge('two processes on one folder', gateways, { starts: 3 * rounds });
});
