import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../graphql/context.ts';
import { beginSpan, isTraced, type OpenSpan, traced } from './spans.ts';

/** Traces each request by its route pattern: URLs contain ids, filters and secrets. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isTraced()) return done();
    const route = request.routeOptions.url ?? 'unmatched';
    const about = { 'http.request.method': request.method, 'http.route': route };
    const span = beginSpan(`${request.method} ${route}`, about, { isAsked: true });
    if (span === null) return done();
    spans.set(request, span);
    span.within(done);
  });
  // The body is read by socket events, which have no request context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(done);
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': statusCode });
    span?.end(statusCode >= 500);
    done();
  });
}

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
