import {
  type DocumentNode,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  Kind,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { graphqlErrorOf } from './errors.ts';

/** Bytes of a form with a file in it: the largest file of an upload, and what a form writes around it. */
export const maxFormBytes = 1024 * 1024 + 64 * 1024;

export const isForm = (contentType: string | null | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value;

export const fileScalar = new GraphQLScalarType<File, never>({
  name: 'File',
  description: 'A file of a form (multipart/form-data), as GraphQL multipart requests hand them in.',
  serialize: () => {
    throw new Error('files are only ever taken');
  },
  parseValue: (value) => {
    if (isFile(value)) return value;
    throw graphqlErrorOf({ code: 'BAD_INPUT', message: 'A file is sent as a part of a form' });
  },
  parseLiteral: () => {
    throw graphqlErrorOf({ code: 'BAD_INPUT', message: 'A file is sent as a part of a form' });
  },
});

/** Forms carry uploads and nothing else: a page elsewhere can send one without asking, unlike JSON. */
export function formsAreUploads(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { request } = args.contextValue as { request?: Request };
      if (request === undefined || !isForm(request.headers.get('content-type'))) return;
      if (takesFilesOnly(args.schema, args.document, args.operationName ?? undefined)) return;
      const error = graphqlErrorOf({ code: 'BAD_INPUT', message: 'Only uploads are sent as a form' });
      setResultAndStopExecution({ errors: [error] });
    },
  };
}

function takesFilesOnly(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): boolean {
  const operation = getOperationAST(document, name);
  const fields = schema.getMutationType()?.getFields();
  return (
    operation?.operation === OperationTypeNode.MUTATION &&
    operation.selectionSet.selections.every(
      (selection) =>
        selection.kind === Kind.FIELD &&
        fields?.[selection.name.value]?.args.some(({ type }) => getNamedType(type) === schema.getType('File')),
    )
  );
}
