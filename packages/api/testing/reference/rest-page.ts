import { describeRestApi } from '../../src/actions/rest-api/index.ts';
import { code, toPage, toTable } from './markdown.ts';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly { readonly token: readonly string[] }[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

/** Lists the operations of the REST API in the order of the document. */
export const listRestOperations = (): readonly Operation[] =>
  Object.entries(describeRestApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as unknown as Operation),
      ...{ path, method: method.toUpperCase() },
    })),
  );

const listQueryParameters = ({ parameters }: Operation): string =>
  parameters
    .filter((one) => one.in === 'query')
    .map(({ name }) => code(name))
    .join(', ');

const scopeOf = ({ security }: Operation): string => security[0]?.token[0] ?? '';

/** An operation changes something if its token needs a right to write. */
const isChange = (operation: Operation): boolean => scopeOf(operation).endsWith(':write');

/** Builds docs/reference/rest.md. */
export function buildRestPage(): string {
  const operations = listRestOperations();
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  return toPage(
    '# REST API',
    'This page lists the operations of the REST API, for developers of other programs. [Read numbers over REST](../api.md) explains how to call them. A running product serves the types of parameters and answers at `/api/docs`, and the OpenAPI document at `/api/v1/openapi.json`.',
    'Paths are below `/api/v1`. An operation without a scope takes any token.',
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      toTable(
        ['operation', 'does', 'scope', 'parameters'],
        operations
          .filter((operation) => operation.tags.includes(tag))
          .map((operation) => [
            code(`${operation.method} ${operation.path}`),
            operation.summary,
            scopeOf(operation) === '' ? '' : code(scopeOf(operation)),
            listQueryParameters(operation),
          ]),
      ),
    ]),
    '## Operations that change something',
    'All others only read.',
    operations
      .filter(isChange)
      .map(({ method, path, summary }) => `- ${code(`${method} ${path}`)}: ${summary}`)
      .join('\n'),
  );
}
