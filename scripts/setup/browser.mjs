import { existsSync } from 'node:fs';
import { root } from './install.mjs';
import { run } from './run.mjs';

/** The headless shell comes first: it renders the same at half the cost, because it has no windows. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of an installed Chromium: from CHROMIUM or a common location; undefined if there is none. */
export const findBrowser = () => [process.env.CHROMIUM, ...installed].find((path) => path && existsSync(path));

/** Returns the path of a Chromium for tests: an installed one, else Debian's package when root, else Playwright's. */
export async function ensureBrowser() {
  const there = findBrowser();
  if (there) return there;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the journeys in the browser…\n');
    await run('apt-get', ['update']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const packages = [name, 'fonts-noto-core'];
      const { status, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
        DEBIAN_FRONTEND: 'noninteractive',
      });
      if (status !== 0) process.stdout.write(output);
      const added = findBrowser();
      if (added) return added;
    }
  }
  process.stdout.write("Installing Playwright's Chromium for the journeys in the browser…\n");
  await run(`${root}/node_modules/.bin/playwright`, ['install', 'chromium']);
  return '';
}
