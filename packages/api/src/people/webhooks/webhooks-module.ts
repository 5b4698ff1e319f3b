import { createAddressGuard } from '../../platform/addresses/address-guard.ts';
import { runPeriodically } from '../../platform/concurrency/timing.ts';
import type { SchemaBuilders, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WebhookChanges } from './change-webhooks.ts';
import { type CompleteDaysDependencies, emitCompleteDays } from './complete-days.ts';
import { createWebhookSender } from './deliver-events.ts';
import { registerWebhooks } from './webhooks.graphql.ts';
import { listExpiringWebhooks } from './webhooks.store.ts';

const dayCheckMs = 60_000;

interface WebhooksDependencies extends WebhookChanges, CompleteDaysDependencies {
  readonly logError: (message: string, error: unknown) => void;
}

/** Calls of other programs' addresses when something happened. */
export function createWebhooksModule(deps: WebhooksDependencies) {
  const { db, clock, secret, mayCall, sites, logError } = deps;
  return {
    graphql: ({ main }: SchemaBuilders) => registerWebhooks(main, { db, clock, secret, mayCall }),
    expiring: listExpiringWebhooks(db),
    work: ({ config, use }: Platform): readonly Work[] => [
      {
        by: 'workers',
        open: () =>
          createWebhookSender({ db, clock, use, secret, guard: createAddressGuard(config.callableNetworks), logError }),
      },
      {
        by: 'leader',
        open: () =>
          runPeriodically(
            () => emitCompleteDays({ db, clock, sites }),
            dayCheckMs,
            (error) => logError('webhooks could not be told of complete days', error),
          ),
      },
    ],
  };
}
