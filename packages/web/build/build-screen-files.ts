import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** A file of the build: modules needed together, with their static imports. */
export interface ScreenFile {
  readonly name: string;
  /** Paths relative to this package. */
  readonly modules: readonly string[];
}

export interface Screens {
  /** Layers, the lowest first. A module belongs to the first layer that needs it. */
  readonly layers: readonly ScreenFile[];
  /** Files above all layers; each page is opened without the others. */
  readonly pages: readonly ScreenFile[];
  /** Loaded individually on demand. Modules shared with pages are in no page's own file. */
  readonly parts: readonly ScreenFile[];
  /**
   * Files of modules shared by several pages or parts, matched by their names. An earlier one never needs a later one.
   */
  readonly shared: readonly { readonly name: string; readonly isFor: (pages: readonly string[]) => boolean }[];
}

/**
 * Builds one file per screen instead of one per set of screens that share a module. Every file is a round trip, and
 * small ones compress worse.
 */
export function buildScreenFiles({
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
      // A group also takes the imports of its modules, so lower layers must have been assigned first.
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
