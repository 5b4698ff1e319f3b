import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a page is sent with besides what every page has. */
interface Preloads {
  /** To stand before all scripts: asks what the page begins with. */
  readonly asking: string;
  /** Nothing of them is run, and the content policy holds for them too. */
  readonly links: string;
}

type PreloadsOf = (path: string, cookies: string | undefined) => Preloads;

/** As `preloads.json` has it. */
interface Page {
  readonly path: string;
  readonly files: readonly string[];
  readonly asks: object;
}

const none: Preloads = { asking: '', links: '' };

/**
 * Names the files that an address leads to in the page itself, so that the browser fetches them beside the first script
 * and not after it, and what the page begins with asking. The build says which (`preloads.json`). Who brings no token is
 * sent to sign in, and gets neither.
 */
export function readPreloads(folder: string, environment: string): PreloadsOf {
  const file = join(folder, 'preloads.json');
  if (!existsSync(file)) return () => none;
  const pages = (JSON.parse(readFileSync(file, 'utf8')) as Page[]).map(({ path, files, asks }) => ({
    path: new RegExp(path),
    preloads: { asking: askingOf(environment, asks), links: files.map(linkOf).join('') },
  }));
  const token = new RegExp(`(^|; )${environment}-atrium-token=.`);
  return (path, cookies = '') =>
    token.test(cookies) ? (pages.find((page) => page.path.test(path))?.preloads ?? none) : none;
}

const linkOf = (file: string) =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`;

function askingOf(environment: string, asks: object): string {
  const text = JSON.stringify(asks).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<script src="/ask-first.js" data-cookies="${environment}-atrium" data-asks="${text}"></script>`;
}
