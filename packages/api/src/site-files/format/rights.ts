import { allRights, fullRights, holds, noRights, type Right, type Rights, withRights } from '@atrium/domain/access';
import { isScalar, isSeq, type Node } from 'yaml';
import { type Reader, refuse, unreadable } from './reading/readers.ts';
import { describe } from './reading/text-reading.ts';

/**
 * `all`, or a list of rights; a branch like `dashboard.alert` stands for everything below it. What is not named is
 * refused.
 */
export const rights: Reader<Rights> = (node, reading) => {
  if (isScalar(node) && node.value === 'all') return fullRights;
  if (!isSeq(node)) {
    return refuse(
      reading,
      node,
      `expected all, or a list of rights like dashboard.alert.read, found ${describe(node)}`,
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

/** The inverse: `all`, or the rights in the order of the tree. */
export function writeRights(tree: Rights): 'all' | Right[] {
  const granted = allRights.filter((right) => holds(tree, right));
  return granted.length === allRights.length ? 'all' : granted;
}
