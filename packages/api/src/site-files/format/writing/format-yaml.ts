import { Document, isCollection, isMap, isPair, isSeq, type Node } from 'yaml';

/** Longer blocks get one line per field. */
const longestLine = 140;

/** Formats YAML like handwritten files: a device, a passage or a list of words on one line where it fits. */
export function formatYaml(content: object, header: string): string {
  const document = new Document(content, { version: '1.2' });
  document.commentBefore = header;
  if (isMap(document.contents)) for (const pair of document.contents.items) fold(pair.value as Node);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Puts a collection on one line if all its entries are; never a list of blocks. */
function fold(node: Node): void {
  if (!isCollection(node)) return;
  const inner = node.items.map((item) => (isPair(item) ? item.value : item) as Node);
  for (const item of inner) fold(item);
  const isFlat = inner.every((item) => !isCollection(item) || item.flow === true);
  const isListOfBlocks = isSeq(node) && inner.some((item) => isMap(item));
  if (isFlat && !isListOfBlocks && JSON.stringify(node).length <= longestLine) node.flow = true;
}
