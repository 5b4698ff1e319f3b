import type { DocumentNode } from '@apollo/client';
import { type FieldNode, Kind, type OperationDefinitionNode, type VariableDefinitionNode } from 'graphql';
import { WidgetNumbersDocument } from '../operations.generated.ts';

const documents = new Map<number, DocumentNode>();

/** One document with an alias for each of so many questions: `a0: retailData(query: $q0) …`. */
export function batchDocument(count: number): DocumentNode {
  const known = documents.get(count);
  if (known) return known;
  const [operation] = WidgetNumbersDocument.definitions as unknown as readonly [OperationDefinitionNode];
  const field = operation.selectionSet.selections[0] as FieldNode;
  const variable = operation.variableDefinitions?.[0] as VariableDefinitionNode;
  const places = Array.from({ length: count }, (_, place) => place);
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const variableNamed = (place: number) => ({ kind: Kind.VARIABLE, name: named(`q${place}`) }) as const;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        ...operation,
        variableDefinitions: places.map((place) => ({ ...variable, variable: variableNamed(place) })),
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: places.map((place) => ({
            ...field,
            alias: named(`a${place}`),
            arguments: (field.arguments ?? []).map((argument) => ({ ...argument, value: variableNamed(place) })),
          })),
        },
      },
    ],
  };
  documents.set(count, document);
  return document;
}
