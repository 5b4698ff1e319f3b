// Runs on the Node that started npm (20.19 or newer), before any package is installed: built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import './require-node.mjs';
import { reportStep } from './progress.mjs';

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
export async function ensureInstalled({ forDevelopment = true } = {}) {
  const wanted = fingerprint();
  const [installed, extent] = readOr(stamp, '').split(' ');
  if (installed === wanted && (extent === 'all' || !forDevelopment)) return;
  // A working copy that already has development packages keeps them.
  const isWhole = forDevelopment || existsSync(join(root, 'node_modules/vitest'));
  const reason =
    installed === wanted
      ? 'Installing the packages of development'
      : existsSync(stamp)
        ? 'Installing the changed packages'
        : 'Installing the packages (once)';
  // npm's options for the outer command (a workspace, --silent) must not apply to this one. The embedded stores are
  // optional packages, one for each platform, which some machines leave out by a setting of npm.
  const left = isWhole ? [] : ['--omit=dev'];
  try {
    await reportStep('install', reason, () =>
      runNpm(['ci', ...left, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']),
    );
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, `${wanted} ${isWhole ? 'all' : 'product'}\n`);
}

/** Runs npm quietly. Throws its output when it fails. */
async function runNpm(args) {
  const npm = spawn('npm', [...args, '--no-progress'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = await once(npm, 'close').catch((error) => [error.message]);
  if (status !== 0) throw new Error(`${output}npm ${args[0]} failed (${status})`);
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
