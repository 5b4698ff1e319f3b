import { isMap, isScalar, isSeq, type Node } from 'yaml';

export type FieldPath = readonly string[];

/** Returns the path of the field at an offset, or of the innermost one that contains it. */
export function findPath(root: Node | null, offset: number): FieldPath {
  if (isSeq(root)) {
    const index = root.items.findIndex((item) => covers(item as Node, offset));
    return index < 0 ? [] : [String(index), ...findPath(root.items[index] as Node, offset)];
  }
  if (!isMap(root)) return [];
  for (const { key, value } of root.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (covers(key as Node, offset)) return [name];
    if (value !== null && covers(value as Node, offset)) return [name, ...findPath(value as Node, offset)];
  }
  return [];
}

function covers({ range }: Node, offset: number): boolean {
  return range != null && range[0] <= offset && offset < range[1];
}
