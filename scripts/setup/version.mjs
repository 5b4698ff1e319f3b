// The version of this build: of the release whose tag is checked out, else of the commit. Built-ins only.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** Returns `0.2.0` for the commit with the tag v0.2.0, `0.2.0-dev.1a2b3c4` for another, `0.2.0` without a repository. */
export function findVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tags = git('tag', '--points-at', 'HEAD');
  const commit = git('rev-parse', '--short=7', 'HEAD');
  if (tags === null || commit === null || tags.split('\n').includes(`v${version}`)) return version;
  return `${version}-dev.${commit}`;
}

/** Returns null where the folder is no repository of its own, or git is missing. */
function git(...words) {
  const { status, stdout } = spawnSync('git', ['--git-dir', join(root, '.git'), ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : null;
}
