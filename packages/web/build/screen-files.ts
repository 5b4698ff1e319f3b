import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** A file of the build: modules that are needed together, and all that these import at once. */
export interface ScreenFile {
  readonly name: string;
  /** Paths from this package's folder. */
  readonly modules: readonly string[];
}

export interface Screens {
  /** They lie upon each other: a module is in the first of them that needs it. */
  readonly layers: readonly ScreenFile[];
  /** What lies on top of all layers; each is opened without the others. */
  readonly pages: readonly ScreenFile[];
  /** Fetched one by one when a page asks for them: what they share with pages is in none of the pages' own files. */
  readonly parts: readonly ScreenFile[];
  /** Files of what several pages or parts need, told by the names of these; an earlier one never needs a later one. */
  readonly shared: readonly { readonly name: string; readonly isFor: (pages: readonly string[]) => boolean }[];
}

/**
 * One file for what a screen stands on, instead of one for each set of screens that happen to share a module: every
 * file is a round trip, and small ones pack worse.
 */
export function screenFiles({
  layers,
  pages,
  parts,
  shared,
}: Screens): NonNullable<Rolldown.OutputOptions['codeSplitting']> {
  const held = new Map<ScreenFile, ReadonlySet<string>>();
  const holds = (file: ScreenFile, id: string, graph: Graph): boolean => {
    const known = held.get(file) ?? importedBy(file.modules, graph);
    held.set(file, known);
    return known.has(id);
  };
  const own = (file: ScreenFile) => ({
    name: file.name,
    has: (id: string, graph: Graph) => holds(file, id, graph),
  });
  const groups = [
    ...layers.map(own),
    ...shared.map(({ name, isFor }) => ({
      name,
      has: (id: string, graph: Graph) => {
        const needing = [...pages, ...parts].filter((each) => holds(each, id, graph));
        return needing.length > 1 && isFor(needing.map((each) => each.name));
      },
    })),
    ...pages.map(own),
  ];
  return {
    groups: groups.map(({ name, has }, index) => ({
      debugName: name,
      // A group takes what its modules import along: what lies deeper must have been taken by then.
      priority: groups.length - index,
      name: (id, graph) => (has(id, graph) ? name : null),
    })),
  };
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

function importedBy(modules: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const module of modules) {
    const id = resolve(import.meta.dirname, '..', module);
    if (graph.getModuleInfo(id) === null) throw new Error(`The build has no module ${module}`);
    visit(id);
  }
  return found;
}
