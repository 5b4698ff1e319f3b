import {
  type DocumentNode,
  type GraphQLNamedType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  Kind,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { toGraphqlError } from './errors.ts';

const formOverheadBytes = 64 * 1024;

/** Maximum bytes of an upload form, by path: the largest file (a site file, a file of readings) and the form's overhead. */
export const maxFormBytes = {
  '/v2/graphql': 5_000_000 + formOverheadBytes,
  '/hub/graphql': 10 * 1024 * 1024 + formOverheadBytes,
} as const;

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
    throw toGraphqlError({ code: 'BAD_INPUT', message: 'A file is sent as a part of a form' });
  },
  parseLiteral: () => {
    throw toGraphqlError({ code: 'BAD_INPUT', message: 'A file is sent as a part of a form' });
  },
});

/** Allows forms only for uploads. Unlike JSON, a foreign page can send a form without a preflight. */
export function restrictFormsToUploads(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { request } = args.contextValue as { request?: Request };
      if (request === undefined || !isForm(request.headers.get('content-type'))) return;
      if (takesFilesOnly(args.schema, args.document, args.operationName ?? undefined)) return;
      const error = toGraphqlError({ code: 'BAD_INPUT', message: 'Only uploads are sent as a form' });
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
        fields?.[selection.name.value]?.args.some(({ type }) => takesFile(getNamedType(type))),
    )
  );
}

const takesFile = (type: GraphQLNamedType): boolean =>
  type.name === fileScalar.name ||
  (isInputObjectType(type) &&
    Object.values(type.getFields()).some((field) => getNamedType(field.type).name === fileScalar.name));
