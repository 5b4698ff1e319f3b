// Runs on whatever Node npm was started with (20.19 or newer), before any package is there: built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const stamp = join(root, 'node_modules/.atrium-installed');
const oldestNode = 24;

/** Everything that decides what is installed. */
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

/** Installs the packages exactly as locked when they are missing or not those of this version. */
export function ensureInstalled() {
  const wanted = fingerprint();
  if (readOr(stamp, '') === wanted) return;
  process.stderr.write(
    existsSync(stamp) ? 'The packages have changed: installing them…\n' : 'Installing the packages (once)…\n',
  );
  // Whatever npm was told for the command that started us (a workspace, --silent) is not meant for this one.
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress'], {
    cwd: root,
    // A tool's own output stays its own.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write(`npm ci failed${error ? `: ${error.message}` : ''}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, `${wanted}\n`);
}

/** Keeps what Node made of the sources from one start to the next, which halves what loading them takes. */
export const keepingCode = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/atrium'),
};

/** The Node the product runs on: the one installed with its packages, else this one when it is new enough. */
export function nodeBinary() {
  const installed = join(root, 'node_modules/.bin/node');
  if (existsSync(installed) && spawnSync(installed, ['--version']).status === 0) return installed;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  process.stderr.write(
    `There is no Node package for ${process.platform} ${process.arch}: install Node ${oldestNode} or newer and start again.\n`,
  );
  process.exit(1);
}
