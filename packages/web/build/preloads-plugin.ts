import type { SiteTab } from '@atrium/domain/dashboards/site-pages';
import type { Plugin } from 'vite';

import { languages } from '../src/i18n/languages.ts';
import { everyOperation, textOf } from './operation-text.ts';
import { reachable } from './reachable.ts';

/** Pages whose files the server names in the page it sends, so that they are fetched beside the first script. */
export interface Preloaded {
  /** Of the paths of its addresses, as a regular expression. */
  readonly path: string;
  /** As ends of their paths. */
  readonly modules: readonly string[];
  /** Operations that the page always begins with, and which part of the address they are about. */
  readonly asks: readonly Asked[];
  /** The operation that tells what numbers the page asks for: a list of questions, or of lists where there are several requests. */
  readonly numbers?: Asked & { readonly tab?: Uppercase<SiteTab> };
  /** The parts of the catalogues it says something of, besides those that every page does. */
  readonly words: readonly string[];
}

interface Asked {
  readonly name: string;
  /** The place of its `id` among the parts of the path. */
  readonly id?: number;
  /** Whether it is about what stands behind the path too. */
  readonly search?: boolean;
}

/**
 * Writes `preloads.json`: for each page the files that its address leads to, besides those that every page begins with, and
 * what `ask-first.js` asks and fetches on it.
 */
export function preloads(entry: string, pages: readonly Preloaded[]): Plugin {
  return {
    name: 'atrium:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const filesOf = (modules: readonly string[]) => reachable(bundle, modules, new Map()).files.map(([name]) => name);
      const first = new Set(filesOf([entry]));
      const written = everyOperation();
      const worded = (asked: Asked) => ({ ...asked, query: textOf(asked.name, written) });
      const wordsOf = (language: string, parts: readonly string[]) =>
        filesOf(parts.map((part) => `virtual:catalogue/${language}/${part}`)).filter((file) => !first.has(file));
      const source = pages.map(({ path, modules, asks, numbers, words }) => ({
        path,
        files: filesOf(modules).filter((file) => !first.has(file)),
        asks: {
          first: asks.map(worded),
          ...(numbers && { numbers: { questions: worded(numbers), answers: worded({ name: 'Answers' }) } }),
          words: Object.fromEntries(
            Object.keys(languages).map((language) => [
              language,
              wordsOf(language, ['public', 'authenticated', ...words]),
            ]),
          ),
        },
      }));
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(source) });
    },
  };
}
