import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { signInDemo, startDemo, stopDemo } from '../../packages/api/src/bench/demo-product.ts';
import { freePort } from '../support/free-port.ts';

export interface DemoInBrowser {
  readonly browser: Browser;
  readonly address: string;
  /** Of somebody who is signed in. */
  readonly token: string;
}

/** Starts a demo and a browser for something to be timed, and ends both. */
export async function withDemo(work: (demo: DemoInBrowser) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  const { child, address } = await startDemo(folder, await freePort());
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
