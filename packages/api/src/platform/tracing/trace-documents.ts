import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../graphql/context.ts';
import { traced } from './spans.ts';

/** Traces each document within its request, with its schema fields and organization. */
export function traceDocuments(): Plugin<GraphqlContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName ?? undefined);
      const fields = (operation?.selectionSet.selections ?? []).flatMap((each) =>
        each.kind === 'Field' ? [each.name.value] : [],
      );
      const { scope } = args.contextValue;
      const about = {
        'graphql.operation.type': operation?.operation ?? 'unknown',
        'atrium.fields': [...new Set(fields)].join(','),
        ...(scope === null ? {} : { 'atrium.organization': scope.organizationId }),
      };
      setExecuteFn((asked) => traced('document', about, () => executeFn(asked)));
    },
  };
}
