import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationId } from '@atrium/domain/core';
import { traced } from '../../platform/tracing/index.ts';
import { restorableMs } from '../definitions/change-reports.ts';
import { dueReportsStore } from '../definitions/reports.store.ts';
import { pendingDeliveriesStore } from '../deliveries.store.ts';
import type { StoredDelivery } from '../delivery.ts';
import { makeDelivery } from './make-delivery.ts';
import { planSlots } from './plan-slots.ts';
import { deleteFiles, folderOf, linkLifeMs } from './report-files.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

export interface SenderIntervals {
  /** Interval of checks for due slots, ms. */
  readonly pollMs: number;
  /** Timeout for making one report, ms. */
  readonly makingMs: number;
  /** Lease of a claimed delivery, ms. Longer than `makingMs`. */
  readonly leaseMs: number;
  /** Delay before a retry, ms, multiplied by the attempts so far. */
  readonly retryMs: number;
  readonly tidyMs: number;
}

const defaultIntervals: SenderIntervals = {
  pollMs: 5000,
  makingMs: 240_000,
  leaseMs: 300_000,
  retryMs: 60_000,
  tidyMs: 3_600_000,
};

/** Attempts after which a delivery fails. */
const maxAttempts = 4;
/** Retention of the delivery history, ms. */
const historyRetentionMs = 400 * 86_400_000;

export interface ReportSender {
  start(): void;
  /** Checks at once, because a report was requested. */
  wake(): void;
  /** Stops claiming. The delivery in progress is released for another process. */
  stop(): Promise<void>;
}

/**
 * Sends due reports one at a time, to limit its share of the machine. Any number of processes may run it concurrently.
 */
export function createReportSender(deps: SendingDependencies, pace: Partial<SenderIntervals> = {}): ReportSender {
  const { pollMs, makingMs, leaseMs, retryMs, tidyMs } = { ...defaultIntervals, ...pace };
  const { db, clock, logError } = deps;
  const deliveries = pendingDeliveriesStore(db);
  const stopping = new AbortController();
  let waking = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let tidied = 0;
  let lastTurn: OrganizationId | null = null;

  async function make(delivery: StoredDelivery): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(makingMs)]);
    try {
      await makeDelivery(deps, delivery, signal);
    } catch (error) {
      if (stopping.signal.aborted) return void (await deliveries.giveBack(delivery, clock.now() - 1));
      logError('a report could not be made', error);
      if (delivery.attempts >= maxAttempts) await deliveries.fail(delivery, 'NOT_MADE');
      else await deliveries.giveBack(delivery, clock.now() + retryMs * delivery.attempts);
    }
  }

  async function tidy(): Promise<void> {
    const now = clock.now();
    if (now - tidied < tidyMs) return;
    tidied = now;
    await dueReportsStore(db).forgetRemoved(now - restorableMs);
    // The window before this one covers downtime of the server.
    for (const { id, organizationId } of await deliveries.over(now - linkLifeMs, now - 2 * linkLifeMs))
      await deleteFiles(deps.files, folderOf(organizationId, id));
    await deliveries.forget(now - historyRetentionMs);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while ((await planSlots(deps)) > 0 && !stopping.signal.aborted);
        while (!stopping.signal.aborted) {
          const next = await deliveries.claim(clock.now(), clock.now() + leaseMs, lastTurn);
          if (next === null) break;
          lastTurn = next.organizationId;
          await traced('report', {}, () => make(next));
        }
        await tidy();
      } catch (error) {
        logError('reports could not be looked for', error);
      }
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      await delay(pollMs, undefined, { signal, ref: false }).catch(() => {});
      waking = new AbortController();
    }
  }

  return {
    start() {
      working = work();
    },
    wake: () => waking.abort(),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
