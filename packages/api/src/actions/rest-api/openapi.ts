import { errorCodes } from '@atrium/domain/core';
import { componentSchemas } from './component-schemas.ts';
import type { RestRoute } from './route.ts';
import { refTo, type Schema } from './schema.ts';

/** Path of the API. */
export const basePath = '/api/v1';

/** Statuses that any operation may be refused with. */
const refusals = [400, 401, 403, 404, 410, 429, 500, 503] as const;

const codesOf = (status: number) =>
  Object.entries(errorCodes)
    .filter(([, one]) => one === status)
    .map(([code]) => code)
    .join(', ');

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: Schema & { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Builds the OpenAPI 3.1 document from the schemas that validate requests. */
export function buildOpenApi(routes: readonly RestRoute[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const ofPath = paths[route.path] ?? {};
    paths[route.path] = ofPath;
    ofPath[route.method.toLowerCase()] = buildOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atrium',
      version,
      description: 'Sites and their measurements, for other programs. A number that is not known is null, never 0.',
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas: componentSchemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token of Settings › API.' } },
    },
  };
}

function buildOperation(route: RestRoute): Schema {
  const { id, tag, summary, description, scope, body, answer, contentType = 'application/json' } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, scope === null ? 'Any token may call it.' : `Scope: \`${scope}\`.`]
      .filter((part) => part !== undefined)
      .join(' '),
    security: [{ token: scope === null ? [] : [scope] }],
    parameters: [
      ...listParameters('path', route.pathParameters),
      ...listParameters('query', route.queryParameters),
      ...(route.method === 'GET' ? [ifNoneMatch] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'The answer.', content: { [contentType.split(';', 1)[0] as string]: { schema: answer } } },
      ...(route.method === 'GET' ? { 304: { description: 'Not changed since that ETag.' } } : {}),
      ...Object.fromEntries(refusals.map((status) => [status, buildRefusal(codesOf(status))])),
      ...(body === undefined
        ? {}
        : { 413: buildRefusal('The body is too large.'), 415: buildRefusal('The body is not JSON.') }),
    },
  };
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The ETag of an earlier answer.',
};

const buildRefusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: refTo('Problem') } },
});

const listParameters = (place: 'path' | 'query', schemas: Readonly<Record<string, Schema>> = {}) =>
  Object.entries(schemas).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description === undefined ? {} : { description }),
    schema,
  }));
