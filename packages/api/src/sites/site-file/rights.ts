import type { Right, Rights } from '@atrium/domain/access';
import { isScalar, isSeq, type Node } from 'yaml';
import { type Reader, refuse, unreadable } from './readers.ts';
import { describe } from './reading.ts';

const leaves = Object.keys({
  'organization.user.read': true,
  'organization.user.edit': true,
  'organization.user.delete': true,
  'organization.general.read': true,
  'organization.general.edit': true,
  'dashboard.custom.read': true,
  'dashboard.sensor.read': true,
  'dashboard.alert.create': true,
  'dashboard.alert.read': true,
  'dashboard.alert.edit': true,
  'dashboard.alert.delete': true,
  'dashboard.report.create': true,
  'dashboard.report.read': true,
  'dashboard.report.edit': true,
  'dashboard.report.delete': true,
  'app.salesFunnel.read': true,
  'app.stopNGO.create': true,
  'app.stopNGO.read': true,
  'app.stopNGO.edit': true,
  'app.stopNGO.delete': true,
  'data.salesMetrics.edit': true,
} satisfies Record<Right, true>) as readonly Right[];

/** `all`, or a list of rights; a branch like `dashboard.alert` stands for everything below it. What is not named is refused. */
export const rights: Reader<Rights> = (node, reading) => {
  if (isScalar(node) && node.value === 'all') return rightsOf(leaves);
  if (!isSeq(node))
    return refuse(
      reading,
      node,
      `expected all, or a list of rights like dashboard.alert.read, found ${describe(node)}`,
    );
  const granted: Right[] = [];
  let whole = true;
  for (const item of node.items as Node[]) {
    const name = isScalar(item) ? String(item.value) : '';
    const below = leaves.filter((leaf) => leaf === name || leaf.startsWith(`${name}.`));
    if (below.length > 0) granted.push(...below);
    else {
      reading.report(item, `there is no right "${name}"; known: ${leaves.join(', ')}`);
      whole = false;
    }
  }
  return whole ? rightsOf(granted) : unreadable;
};

/** The inverse: `all`, or the leaves in the order of the tree. */
export function writeRights(tree: Rights): 'all' | Right[] {
  const granted = leaves.filter(
    (leaf) =>
      leaf.split('.').reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], tree) ===
      true,
  );
  return granted.length === leaves.length ? 'all' : granted;
}

function rightsOf(granted: readonly Right[]): Rights {
  const tree: Record<string, unknown> = {};
  for (const leaf of leaves) {
    const steps = leaf.split('.');
    const last = steps.pop() as string;
    let node = tree;
    for (const step of steps) {
      node[step] ??= {};
      node = node[step] as Record<string, unknown>;
    }
    node[last] = granted.includes(leaf);
  }
  return tree as unknown as Rights;
}
