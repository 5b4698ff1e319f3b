import type { SiteTab } from '@atrium/domain/pages';
import type { Plugin } from 'vite';

import { languages } from '../src/i18n/languages.ts';
import { findReachable } from './find-reachable.ts';
import { printOperation, readAllOperations } from './operation-text.ts';

/** Pages whose files the server lists in its HTML, so that they load in parallel with the first script. */
export interface Preloaded {
  /** Regular expression of its paths. */
  readonly path: string;
  /** Suffixes of module paths. */
  readonly modules: readonly string[];
  /** Operations that the page always sends first, and the part of the address each depends on. */
  readonly asks: readonly Asked[];
  /** Operation that returns the page's queries: one list, or a list per request. */
  readonly numbers?: Asked & { readonly tab?: Uppercase<SiteTab> };
  /** Message parts it needs in addition to those of every page. */
  readonly words: readonly string[];
}

interface Asked {
  readonly name: string;
  /** Index of its `id` among the segments of the path. */
  readonly id?: number;
  /** Whether it depends on the search parameters too. */
  readonly search?: boolean;
}

/**
 * Writes `preloads.json`: for each page its files beyond those of every page, and what `ask-first.js` requests on it.
 */
export function preloads(entry: string, pages: readonly Preloaded[]): Plugin {
  return {
    name: 'atrium:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const filesOf = (modules: readonly string[]) =>
        findReachable(bundle, modules, new Map()).files.map(([name]) => name);
      const first = new Set(filesOf([entry]));
      const written = readAllOperations();
      const worded = (asked: Asked) => ({ ...asked, query: printOperation(asked.name, written) });
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
