import type { Plugin } from 'vite';
import { everyOperation, textOf } from './question-plugin.ts';
import { reachable } from './reachable.ts';

/** Pages whose files the server names in the page it sends, so that they are fetched beside the first script. */
export interface Preloaded {
  /** Of the paths of its addresses, as a regular expression. */
  readonly path: string;
  /** As ends of their paths. */
  readonly modules: readonly string[];
  /** Operations that the page always begins with, and which part of the address they are about. */
  readonly asks: readonly Asked[];
  /** The operation that tells what numbers the page asks for. */
  readonly numbers?: Asked;
}

interface Asked {
  readonly name: string;
  /** The place of its `id` among the parts of the path. */
  readonly id?: number;
}

/**
 * Writes `preloads.json`: for each page the files that its address leads to, besides those that every page begins with, and
 * what `ask-first.js` asks on it.
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
      const source = pages.map(({ path, modules, asks, numbers }) => ({
        path,
        files: filesOf(modules).filter((file) => !first.has(file)),
        asks: {
          first: asks.map(worded),
          ...(numbers && { numbers: { questions: worded(numbers), answers: worded({ name: 'Answers' }) } }),
        },
      }));
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(source) });
    },
  };
}
