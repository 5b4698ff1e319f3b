import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { startDisplay } from './display.ts';
import { type Driver, MissingBrowser } from './driver.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { findProgram, startProgram, stopProgram } from './program.ts';

const startWithinMs = 60_000;

/**
 * Starts WebKitGTK's MiniBrowser on a virtual display and drives it by classic WebDriver. Opens the product at
 * `product` through a proxy that collects page errors, because classic WebDriver reports none.
 */
export async function startWebkit(product: string): Promise<Driver> {
  const program = findProgram('/usr/bin/WebKitWebDriver');
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (program === undefined || binary === undefined)
    throw new MissingBrowser('WebKit is not installed (Debian package webkit2gtk-driver)');
  const display = await startDisplay();
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-webkit-'));
  const { downloads, env } = prepareHome(folder, display.name);
  const port = await freePort();
  const child = startProgram(program, [`--port=${port}`], env);
  const send = connect(`http://127.0.0.1:${port}`);
  await ready(send);
  const { sessionId } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: binary,
          args: ['--automation', '--geometry=1440x938'],
        },
        timeouts: { script: 120_000, pageLoad: 120_000, implicit: 0 },
        unhandledPromptBehavior: 'accept',
      },
    },
  })) as { sessionId: string };
  const ask = (method: string, command: string, body?: object) => send(method, `/session/${sessionId}${command}`, body);
  const run = async (body: string) => {
    const script = `return (async () => JSON.stringify(await (async () => { ${body} })()))()`;
    const value = await ask('POST', '/execute/sync', { script, args: [] });
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  };
  const proxy = await startFaultProxy(product);
  const faults: string[] = [];
  const takeFaults = async () => {
    faults.push(...((await run('return window.gatheredFaults?.splice(0) ?? []')) as string[]));
  };
  return {
    origin: proxy.origin,
    downloads,
    run,
    async open(url) {
      await takeFaults();
      await ask('POST', '/url', { url });
    },
    async faults() {
      await takeFaults();
      return faults;
    },
    perform: async (actions) => void (await ask('POST', '/actions', { actions })),
    resize: async (width, height) => void (await ask('POST', '/window/rect', { x: 0, y: 0, width, height })),
    screenshot: async () => Buffer.from((await ask('GET', '/screenshot')) as string, 'base64'),
    async close() {
      await ask('DELETE', '').catch(() => undefined);
      await stopProgram(child);
      await display.stop();
      proxy.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Send = (method: string, command: string, body?: object) => Promise<unknown>;

function connect(address: string): Send {
  return async (method, command, body) => {
    const response = await fetch(address + command, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  };
}

async function ready(send: Send): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Prepares a home folder: no animations, English, and a folder for downloads. */
function prepareHome(folder: string, display: string) {
  const downloads = path.join(folder, 'downloads');
  const settings = path.join(folder, 'config/gtk-3.0');
  mkdirSync(downloads);
  mkdirSync(settings, { recursive: true });
  // Overlay scrollbars would intercept clicks at the content's edge.
  const looks = '[Settings]\ngtk-enable-animations=0\ngtk-overlay-scrolling=0\n';
  writeFileSync(path.join(settings, 'settings.ini'), looks);
  writeFileSync(path.join(folder, 'config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return {
    downloads,
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      HOME: folder,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      XDG_DATA_HOME: path.join(folder, 'data'),
      XDG_CACHE_HOME: path.join(folder, 'cache'),
      // WebKit treats this as English, and C.UTF-8 as a language named C.
      LC_ALL: 'C',
      G_FILENAME_ENCODING: 'UTF-8',
    },
  };
}
