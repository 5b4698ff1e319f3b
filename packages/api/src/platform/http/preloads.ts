import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Additions to a page. */
interface Preloads {
  /** Script tag placed before all others; sends the page's first queries. */
  readonly asking: string;
  /** Preload links. They execute nothing, and the content policy applies to them. */
  readonly links: string;
}

type GetPreloads = (path: string, cookies: string | undefined) => Preloads;

/** Entry of `preloads.json`. */
interface Page {
  readonly path: string;
  readonly files: readonly string[];
  readonly asks: object;
}

const none: Preloads = { asking: '', links: '' };

/**
 * Reads `preloads.json`, which the build writes. Pages then name their files, so that the browser loads them in
 * parallel with the first script, and send their first queries early. Requests without a token are redirected to
 * sign-in and get neither.
 */
export function readPreloads(folder: string, environment: string): GetPreloads {
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
