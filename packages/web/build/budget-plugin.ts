import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { type Budget, findReachable, type Weighed } from './find-reachable.ts';

const compress = promisify(brotliCompress);
const weighed = /\.(js|css)$/;

/** Fails the build if a first screen's download exceeds its budget, and lists its files. */
export function budget(budgets: readonly Budget[]): Plugin {
  return {
    name: 'atrium:budget',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const sizes = new Map<string, number>();
      for (const [name, file] of Object.entries(bundle)) {
        if (!weighed.test(name)) continue;
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const packed = await compress(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } });
        sizes.set(name, packed.length);
      }
      for (const screen of budgets) {
        const found = findReachable(bundle, screen.modules, sizes);
        const line = `${screen.name}: ${kilobytes(found.js)} KB of script (at most ${screen.js}), ${kilobytes(found.css)} KB of styles (at most ${screen.css}), brotli`;
        if (found.js > screen.js * 1000 || found.css > screen.css * 1000) this.error(`${line}\n${parts(found)}`);
        this.info(line);
      }
    },
  };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function parts({ files }: Weighed): string {
  return files.map(([name, bytes]) => `  ${kilobytes(bytes).padStart(6)} KB ${name}`).join('\n');
}
