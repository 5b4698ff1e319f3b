#!/usr/bin/env node
// Writes the bill of materials as CycloneDX. npm's `--omit dev` also omits packages that both production and development
// need, such as GraphQL and the input validation, so this reads the lock file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const printed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const bill = JSON.parse(printed);
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
);
const isShipped = (ref) => shipped.has(ref) || ref === bill.metadata.component['bom-ref'];
const components = bill.components.filter((one) => isShipped(one['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
