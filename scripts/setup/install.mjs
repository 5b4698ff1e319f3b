// Runs on the Node that started npm (20.19 or newer), before any package is installed: built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const stamp = join(root, 'node_modules/.atrium-installed');
const oldestNode = 24;

/** Files that determine what is installed. */
function manifests() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  return ['package.json', 'package-lock.json', '.npmrc', ...packages.sort()].filter((file) =>
    existsSync(join(root, file)),
  );
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of manifests()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : otherwise);

/**
 * Installs the locked packages if they are missing or of another version. The product runs and builds without the
 * development packages, which are a quarter of all.
 */
export function ensureInstalled({ forDevelopment = true } = {}) {
  const wanted = fingerprint();
  const [installed, extent] = readOr(stamp, '').split(' ');
  if (installed === wanted && (extent === 'all' || !forDevelopment)) return;
  // A working copy that already has development packages keeps them.
  const isWhole = forDevelopment || existsSync(join(root, 'node_modules/vitest'));
  const reason =
    installed === wanted
      ? 'Development needs more packages: installing them…'
      : existsSync(stamp)
        ? 'The packages have changed: installing them…'
        : 'Installing the packages (once)…';
  process.stderr.write(`${reason}\n`);
  // npm's options for the outer command (a workspace, --silent) must not apply to this one.
  const left = isWhole ? [] : ['--omit=dev'];
  const { status, error } = spawnSync(
    'npm',
    ['ci', ...left, '--no-audit', '--no-fund', '--loglevel=error', '--progress'],
    {
      cwd: root,
      // Keeps stdout for the started tool.
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) {
    process.stderr.write(`npm ci failed${error ? `: ${error.message}` : ''}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, `${wanted} ${isWhole ? 'all' : 'product'}\n`);
}

/** Caches compiled code between starts, which halves the load time. */
export const compileCacheEnv = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/atrium'),
};

/** Returns the Node to run the product on: the one installed with its packages, else this one if it is new enough. */
export function nodeBinary() {
  const installed = join(root, 'node_modules/.bin/node');
  if (existsSync(installed) && spawnSync(installed, ['--version']).status === 0) return installed;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  process.stderr.write(
    `There is no Node package for ${process.platform} ${process.arch}: install Node ${oldestNode} or newer and start again.\n`,
  );
  process.exit(1);
}
