import type { Rolldown } from 'vite';

/** Maximum size of a screen: kilobytes (1000 bytes) after brotli. */
export interface Budget {
  readonly name: string;
  /** The entry and the modules the screen loads lazily, as path suffixes. */
  readonly modules: readonly string[];
  readonly js: number;
  readonly css: number;
}

export interface Weighed {
  readonly js: number;
  readonly css: number;
  /** Largest first. */
  readonly files: readonly (readonly [name: string, bytes: number])[];
}

/** Returns everything that loads before the screen of these modules appears: their chunks, imports and styles. */
export function findReachable(
  bundle: Rolldown.OutputBundle,
  modules: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Weighed {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const module of modules) {
    const chunk = chunks.find((each) => each.moduleIds.some((id) => id.endsWith(module)));
    if (chunk === undefined) throw new Error(`No chunk of the build holds ${module}`);
    visit(chunk.fileName);
    // Named by a lazy import whose module shares a chunk with others.
    for (const { facadeModuleId, fileName } of chunks) if (facadeModuleId?.endsWith(module)) visit(fileName);
  }
  const files = [...found].map((name) => [name, sizes.get(name) ?? 0] as const).sort((one, other) => other[1] - one[1]);
  const sum = (kind: RegExp) =>
    files.filter(([name]) => kind.test(name)).reduce((total, [, bytes]) => total + bytes, 0);
  return { js: sum(/\.js$/), css: sum(/\.css$/), files };
}
