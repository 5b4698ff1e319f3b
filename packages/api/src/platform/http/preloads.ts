import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The links a page is sent with: nothing of them is run, and the content policy holds for them too. */
type PreloadsOf = (path: string, cookies: string | undefined) => string;

/**
 * Names the files that an address leads to in the page itself, so that the browser fetches them beside the first script
 * and not after it. The build says which (`preloads.json`). Who brings no token is sent to sign in, and gets none.
 */
export function readPreloads(folder: string, environment: string): PreloadsOf {
  const file = join(folder, 'preloads.json');
  if (!existsSync(file)) return () => '';
  const pages = (JSON.parse(readFileSync(file, 'utf8')) as { path: string; files: string[] }[]).map(
    ({ path, files }) => ({ path: new RegExp(path), links: files.map(linkOf).join('') }),
  );
  const token = new RegExp(`(^|; )${environment}-atrium-token=.`);
  return (path, cookies = '') => (token.test(cookies) ? (pages.find((page) => page.path.test(path))?.links ?? '') : '');
}

const linkOf = (file: string) =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`;
