import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** A file of the build: modules that are needed together, and all that these import at once. */
export interface ScreenFile {
  readonly name: string;
  /** Paths from this package's folder. */
  readonly modules: readonly string[];
}

/**
 * One file for what a screen stands on, instead of one for each set of screens that happen to share a module: every
 * file is a round trip, and small ones pack worse. `layers` lie upon each other, so a module is in the first of them
 * that needs it; what several of the `pages` on top need is in one file called `figures`.
 */
export function screenFiles(
  layers: readonly ScreenFile[],
  pages: readonly ScreenFile[],
): NonNullable<Rolldown.OutputOptions['codeSplitting']> {
  const held = new Map<ScreenFile, ReadonlySet<string>>();
  const holds = (file: ScreenFile, id: string, graph: Graph): boolean => {
    const known = held.get(file) ?? importedBy(file.modules, graph);
    held.set(file, known);
    return known.has(id);
  };
  const groups = [
    ...layers.map((layer) => ({ name: layer.name, has: (id: string, graph: Graph) => holds(layer, id, graph) })),
    {
      name: 'figures',
      has: (id: string, graph: Graph) => pages.filter((page) => holds(page, id, graph)).length > 1,
    },
    ...pages.map((page) => ({ name: page.name, has: (id: string, graph: Graph) => holds(page, id, graph) })),
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
