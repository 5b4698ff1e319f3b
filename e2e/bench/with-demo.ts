import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { signInDemo, startDemo, stopDemo, waitForRollups } from '../../packages/api/testing/bench/demo-product.ts';
import { chooseSize } from '../../packages/api/testing/bench/timing.ts';
import { freePort } from '../support/free-port.ts';

export interface DemoInBrowser {
  readonly browser: Browser;
  readonly address: string;
  /** Token of a signed-in user. */
  readonly token: string;
}

/** Idle time after a start, ms. */
const idleAfterStartMs = chooseSize(15_000, 0);

/**
 * Starts a demo and a browser for a benchmark, and stops both. Runs on a new demo, or on one with complete rollups that
 * has just restarted, as on a first visit in the morning.
 */
export async function withDemo(
  work: (demo: DemoInBrowser) => Promise<void>,
  { isStartedAnew = false } = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  const port = await freePort();
  let { child, address } = await startDemo(folder, port);
  if (isStartedAnew) {
    await waitForRollups(address);
    await stopDemo(child);
    ({ child, address } = await startDemo(folder, port));
    await delay(idleAfterStartMs);
  }
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  });
  try {
    await work({ browser, address, token: await signInDemo(address) });
  } finally {
    await browser.close();
    await stopDemo(child);
    await rm(folder, { recursive: true, force: true });
  }
}
