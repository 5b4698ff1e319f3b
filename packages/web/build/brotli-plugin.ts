import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { type Budget, reachable, type Weighed } from './reachable.ts';

const compress = promisify(brotliCompress);
const text = /\.(js|css|svg|json)$/;

/**
 * Puts a brotli twin beside every text file, which the server sends instead, and holds what a first screen has to
 * fetch to its budget: over it, the build fails and says what it is made of.
 */
export function brotli(budgets: readonly Budget[]): Plugin {
  return {
    name: 'atrium:brotli',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const sizes = new Map<string, number>();
      for (const [name, file] of Object.entries(bundle)) {
        if (!text.test(name) || name.startsWith('.vite/')) continue;
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const packed = await compress(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } });
        sizes.set(name, packed.length);
        this.emitFile({ type: 'asset', fileName: `${name}.br`, source: packed });
      }
      for (const budget of budgets) {
        const weighed = reachable(bundle, budget.modules, sizes);
        const line = `${budget.name}: ${kilobytes(weighed.js)} KB of script (at most ${budget.js}), ${kilobytes(weighed.css)} KB of styles (at most ${budget.css}), brotli`;
        if (weighed.js > budget.js * 1000 || weighed.css > budget.css * 1000) this.error(`${line}\n${parts(weighed)}`);
        this.info(line);
      }
    },
  };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function parts({ files }: Weighed): string {
  return files.map(([name, bytes]) => `  ${kilobytes(bytes).padStart(6)} KB ${name}`).join('\n');
}
