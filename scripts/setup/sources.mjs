// Tells whether a build matches its sources. Built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const skipped = new Set(['node_modules', 'dist', '.cache']);

function* filesBelow(path) {
  if (!existsSync(join(root, path))) return;
  const entries = path.includes('.') ? null : readdirSync(join(root, path), { withFileTypes: true });
  if (entries === null) return yield path;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(`${path}/${entry.name}`);
    else yield `${path}/${entry.name}`;
  }
}

/** Hashes files and folders, given by paths from the root. */
export function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesBelow(source)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
