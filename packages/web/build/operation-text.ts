import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

const root = path.join(import.meta.dirname, '..');
const operationFiles = () => globSync('src/**/*.graphql', { cwd: root }).map((file) => path.join(root, file));

/** Returns the source text of all operations of the application. */
export const readAllOperations = () =>
  operationFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/** Returns one operation with its fragments and the `__typename` fields that the data client adds. */
export function printOperation(name: string, source: string): string {
  const all = parse(source).definitions;
  const operation = all.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION && each.name?.value === name,
  );
  if (operation === undefined) throw new Error(`No operation is named ${name}`);
  const fragments = new Map(
    all
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  const used = new Set<OperationDefinitionNode | FragmentDefinitionNode>();
  const take = (definition: OperationDefinitionNode | FragmentDefinitionNode): void => {
    if (used.has(definition)) return;
    used.add(definition);
    visit(definition, {
      FragmentSpread: ({ name: { value } }) => {
        const fragment = fragments.get(value);
        if (fragment === undefined) throw new Error(`No fragment is named ${value}`);
        take(fragment);
      },
    });
  };
  take(operation);
  return stripIgnoredCharacters(print(marked({ kind: Kind.DOCUMENT, definitions: [...used] })));
}

const mark = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/** Adds `__typename` to every selection except the operation's own. */
function marked(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet: (node, _key, parent) =>
      parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
        ? undefined
        : { ...node, selections: [...node.selections, mark] },
  });
}
