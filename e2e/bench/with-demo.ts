import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { addedUp, signInDemo, startDemo, stopDemo } from '../../packages/api/src/bench/demo-product.ts';
import { freePort } from '../support/free-port.ts';

export interface DemoInBrowser {
  readonly browser: Browser;
  readonly address: string;
  /** Of somebody who is signed in. */
  readonly token: string;
}

/** ms after a start in which nobody comes. */
const beforeAnybody = 15_000;

/**
 * Starts a demo and a browser for something to be timed, and ends both: the demo just made, or, for what comes first in
 * the morning, one that is added up and was started anew a moment ago.
 */
export async function withDemo(
  work: (demo: DemoInBrowser) => Promise<void>,
  { isStartedAnew = false } = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  const port = await freePort();
  let { child, address } = await startDemo(folder, port);
  if (isStartedAnew) {
    await addedUp(address);
    await stopDemo(child);
    ({ child, address } = await startDemo(folder, port));
    await delay(beforeAnybody);
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
