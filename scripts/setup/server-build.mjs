// Bundles the server's programs when their sources are newer than the bundle. Built-ins only, until it does.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { fingerprint } from './sources.mjs';
import { findVersion } from './version.mjs';

const dist = join(root, 'packages/api/dist');
const stamp = join(dist, '.sources');
const sources = ['packages/api/src', 'packages/domain/src', 'packages/charts/src', 'package-lock.json'];

/** Resolves once packages/api/dist matches the sources. */
export async function ensureServerBuilt() {
  // Includes the root folder, because files beside a source are resolved by absolute path.
  const version = findVersion();
  const wanted = `${root} ${version} ${fingerprint(sources)}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(dist, { recursive: true, force: true });
  const { bundleServer } = await import('./bundle-server.mjs');
  await bundleServer(['app/main.ts', 'app/cli/main.ts'], dist, version);
  writeFileSync(stamp, wanted);
}
