import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBidi } from './bidi.ts';
import { type Driver, MissingBrowser } from './driver.ts';
import { findProgram, readLines, startProgram, stopProgram } from './program.ts';

const startWithinMs = 120_000;

/** Starts headless Firefox and drives it by WebDriver BiDi, to open the product at `origin`. */
export async function startFirefox(origin: string): Promise<Driver> {
  const program = findProgram('/usr/bin/firefox-esr', '/usr/bin/firefox');
  if (program === undefined) throw new MissingBrowser('Firefox is not installed (Debian package firefox-esr)');
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-firefox-'));
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(path.join(folder, 'user.js'), preferences(downloads));
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'];
  const child = startProgram(program, args, { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' });
  const address = await new Promise<string>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error('Firefox did not start')), startWithinMs);
    child.on('error', reject).on('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
    readLines(child, (line) => {
      const found = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
      if (found === undefined) return;
      clearTimeout(giveUp);
      resolve(found);
    });
  });
  const faults: string[] = [];
  const bidi = await openBidi(`${address}/session`, (event, data) => {
    const entry = data as { level: string; text: string; type: string; stackTrace?: unknown };
    if (event === 'log.entryAdded' && entry.level === 'error') faults.push(entry.text);
  });
  await bidi.send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await bidi.send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    origin,
    downloads,
    faults: async () => faults,
    async open(url) {
      // A page may navigate to another one before it has loaded.
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }).catch((error: Error) => {
        if (!/navigat|abort/i.test(error.message)) throw error;
      });
    },
    async run(body) {
      const { result, exceptionDetails } = (await bidi.send('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify(await (async () => { ${body} })())`,
        awaitPromise: true,
        target: { context },
      })) as { result?: { value?: string }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: async (actions) => void (await bidi.send('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async screenshot() {
      const { data } = (await bidi.send('browsingContext.captureScreenshot', { context })) as { data: string };
      return Buffer.from(data, 'base64');
    },
    async close() {
      bidi.close();
      await stopProgram(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A profile without external requests, in English, without animations, that saves downloads without asking. */
const preferences = (downloads: string) =>
  Object.entries({
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.helperApps.neverAsk.saveToDisk': 'text/csv,image/png,image/svg+xml',
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
    'app.update.enabled': false,
    'app.normandy.enabled': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'browser.newtabpage.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'extensions.getAddons.cache.enabled': false,
    'extensions.update.enabled': false,
    'intl.accept_languages': 'en',
    'ui.prefersReducedMotion': 1,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
