import {
  allRights,
  fullRights,
  hasRight,
  noRights,
  type Right,
  type Rights,
  withRights,
} from '@atrium/domain/people/access';
import { isScalar, isSeq, type Node } from 'yaml';
import { type Reader, refuse, unreadable } from './readers.ts';
import { describeNode } from './text-reading.ts';

/**
 * Reads `all`, or a list of rights. A branch such as `dashboard.alert` includes everything below it. Rights not listed
 * are denied.
 */
export const rights: Reader<Rights> = (node, reading) => {
  if (isScalar(node) && node.value === 'all') return fullRights;
  if (!isSeq(node)) {
    return refuse(
      reading,
      node,
      `expected all, or a list of rights like dashboard.alert.read, found ${describeNode(node)}`,
    );
  }
  const granted: Right[] = [];
  let whole = true;
  for (const item of node.items as Node[]) {
    const name = isScalar(item) ? String(item.value) : '';
    const below = allRights.filter((right) => right === name || right.startsWith(`${name}.`));
    if (below.length > 0) granted.push(...below);
    else {
      reading.report(item, `there is no right "${name}"; known: ${allRights.join(', ')}`);
      whole = false;
    }
  }
  return whole ? withRights(noRights, granted) : unreadable;
};

/** Writes `all`, or the rights in tree order. */
export function writeRights(tree: Rights): 'all' | Right[] {
  const granted = allRights.filter((right) => hasRight(tree, right));
  return granted.length === allRights.length ? 'all' : granted;
}
