import { setTimeout as delay } from 'node:timers/promises';
import { createJobKeys } from '../../../../platform/channels/channel-keys.ts';
import { openChannels } from '../../../../platform/channels/open-channels.ts';
import { readConfig } from '../../../../platform/config/read-config.ts';
import { openPlatform } from '../../../../platform/open-platform.ts';
import { ClosingStack } from '../../../../platform/process.ts';
import { createLogger } from '../../../../platform/telemetry/logger.ts';
import { enqueue } from '../enqueue.ts';
import { createOutboxSender } from '../outbox-sender.ts';

// Runs as a separate process: enqueues mails, sends them from the data folder of its environment, and prints each one
// that is committed. Every printed mail must be delivered. Round 0 enqueues nothing and only sends.
const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error.join());
const logger = createLogger('silent');
const { clock, folder, relational, secret } = await openPlatform(config.value, logger, new ClosingStack(logger));
const { channels } = openChannels({
  readFile: async () => null,
  config: config.value,
  productUrl: 'https://atrium.example',
  outboxPath: folder.outbox,
  secret,
  jobKeyOf: createJobKeys(relational.db, secret).of,
  clock,
});
// A claim shorter than the test's timeout, so that messages of a killed process are free again soon.
const pace = { pollMs: 10, deliveryMs: 800, leaseMs: 1000 };
createOutboxSender({ db: relational.db, channels, clock, logger, pace }).start();

const round = Number(process.argv[2]);
for (let number = 1; round > 0; number += 1) {
  const name = `m${round}-${number}`;
  const content = { subject: name, html: `<p>${name}</p>`, text: name };
  const envelope = { organizationId: null, recipient: 'a@b.example', dedupeKey: name, at: clock.now() };
  await relational.db.transaction((transaction) => enqueue(transaction, { ...envelope, channel: 'mail', content }));
  process.stdout.write(`${name}\n`);
  await delay(4);
}
