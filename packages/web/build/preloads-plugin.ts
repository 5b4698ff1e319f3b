import type { Plugin } from 'vite';
import { reachable } from './reachable.ts';

/** Pages whose files the server names in the page it sends, so that they are fetched beside the first script. */
export interface Preloaded {
  /** Of the paths of its addresses, as a regular expression. */
  readonly path: string;
  /** As ends of their paths. */
  readonly modules: readonly string[];
}

/** Writes `preloads.json`: for each page the files that its address leads to, besides those that every page begins with. */
export function preloads(entry: string, pages: readonly Preloaded[]): Plugin {
  return {
    name: 'atrium:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const filesOf = (modules: readonly string[]) => reachable(bundle, modules, new Map()).files.map(([name]) => name);
      const first = new Set(filesOf([entry]));
      const source = pages.map(({ path, modules }) => ({
        path,
        files: filesOf(modules).filter((file) => !first.has(file)),
      }));
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(source) });
    },
  };
}
