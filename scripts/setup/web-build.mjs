// Builds the web application when its sources are newer than the build. Built-ins only.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './install.mjs';
import { reportStep } from './progress.mjs';
import { run } from './run.mjs';
import { fingerprint } from './sources.mjs';

const web = join(root, 'packages/web');
const dist = join(web, 'dist');
const stamp = join(dist, '.sources');
const sources = [
  'packages/web',
  'packages/domain',
  'packages/charts',
  'packages/api/schema.graphql',
  'package-lock.json',
];
/** Compresses once at build time with the best ratio, so that the server only sends. */
async function compressAssets() {
  const texts = readdirSync(dist, { recursive: true }).filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name));
  const compress = async (name) => {
    const content = readFileSync(join(dist, name));
    if (content.length < 1024) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    writeFileSync(join(dist, `${name}.br`), br);
    writeFileSync(join(dist, `${name}.gz`), gz);
  };
  // Node compresses on several threads.
  await Promise.all(texts.map(compress));
}

/** Resolves once packages/web/dist matches the sources; exits the process if the build fails. */
export async function ensureWebBuilt() {
  if (!existsSync(join(web, 'index.html'))) return;
  const wanted = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  try {
    await reportStep('web', 'Building the web application', async () => {
      const { status, output } = await run('npm', ['run', 'build', '-w', '@atrium/web']);
      if (status !== 0) throw new Error(`${output}\nThe web application does not build.`);
      await compressAssets();
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  // The build may write generated sources, so hash them afterwards.
  writeFileSync(stamp, fingerprint(sources));
}
