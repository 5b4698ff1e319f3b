import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from './context.ts';
import type { ErrorLog } from './errors.ts';

/** Threshold in ms for logging a document. Nearly all pages take a tenth of it. */
const slowMs = 2000;

/**
 * Logs slow documents with their schema fields and organization. Aliases and values belong to the caller and are not
 * logged.
 */
export function logSlowDocuments(
  log: Pick<ErrorLog, 'warn'>,
  now: () => number = () => performance.now(),
): Plugin<GraphqlContext> {
  return {
    onExecute({ args }) {
      const begun = now();
      return {
        onExecuteDone() {
          const ms = Math.round(now() - begun);
          if (ms < slowMs) return;
          const { scope } = args.contextValue;
          const operation = getOperationAST(args.document, args.operationName ?? undefined);
          const fields = (operation?.selectionSet.selections ?? []).flatMap((each) =>
            each.kind === 'Field' ? [each.name.value] : [],
          );
          log.warn(
            {
              ms,
              fields: [...new Set(fields)].join(','),
              asked: fields.length,
              organization: scope?.organizationId ?? null,
            },
            'a document took long',
          );
        },
      };
    },
  };
}
