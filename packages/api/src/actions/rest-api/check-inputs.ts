import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { componentSchemas } from './component-schemas.ts';
import type { RestInputs, RestRoute } from './route.ts';
import { objectOf, type Schema } from './schema.ts';

/** Unchecked inputs of a request. */
export interface RawInputs {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const options = { allowUnionTypes: true, validateFormats: false } as const;

const base = { $id: 'atrium', components: { schemas: componentSchemas } };

/** Schemas of the document, as its references name them. */
const toLocal = (schema: Schema): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"atrium#/'));

function createChecker(coerceTypes: boolean) {
  // A text of hundreds of digits becomes Infinity, whose limits are checked only without strict numbers.
  const ajv = new Ajv2020({ ...options, coerceTypes, strictNumbers: !coerceTypes });
  ajv.addKeyword('components');
  ajv.addSchema(base);
  return (schema: Schema) => ajv.compile(toLocal(schema));
}

/** Compilers of schemas, one set for all routes. */
export type SchemaCompilers = ReturnType<typeof createSchemaCompilers>;

export const createSchemaCompilers = () => ({ ofTexts: createChecker(true), ofBody: createChecker(false) });

/**
 * Returns a function that checks the inputs of a route against its schemas. Parameters are texts that it converts; a body
 * must have the types of its schema. BAD_INPUT names the field.
 */
export function createInputCheck(
  route: RestRoute,
  { ofTexts, ofBody }: SchemaCompilers,
): (raw: RawInputs) => Result<RestInputs, Failure> {
  const { pathParameters = {}, queryParameters = {}, body } = route;
  const checks = [
    ['path', ofTexts(objectOf(pathParameters))],
    ['query', ofTexts(objectOf(queryParameters, Object.keys(queryParameters)))],
    ...(body === undefined ? [] : [['body', ofBody(body)] as const]),
  ] as const;
  return (raw) => {
    const inputs = { path: copy(raw.path), query: copy(raw.query), body: raw.body };
    for (const [name, check] of checks) if (!check(inputs[name])) return err(toFailure(name, check.errors?.[0]));
    return ok(inputs as RestInputs);
  };
}

/** Returns a function that checks a body against a schema, and returns what is wrong with it; null if nothing is. */
export function createBodyCheck(schema: Schema, { ofBody }: SchemaCompilers): (body: unknown) => Failure | null {
  const check = ofBody(schema);
  return (body) => (check(body) ? null : toFailure('arguments', check.errors?.[0]));
}

/** Returns a schema that needs no other document: a reference is replaced by what it names. */
export const toLocalSchema = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref)?.[1];
    const named = name === undefined ? undefined : componentSchemas[name];
    return named === undefined ? value : toLocalSchema(named);
  });

/** Conversion changes its input. */
const copy = (values: unknown) => ({ ...(values as object) });

function toFailure(part: string, error: ErrorObject | undefined): Failure {
  const extra = (error?.params as { readonly additionalProperty?: string } | undefined)?.additionalProperty;
  const place = [...(error?.instancePath ?? '').split('/').slice(1), ...(extra === undefined ? [] : [extra])].join('.');
  const field = place === '' ? part : place.slice(0, 100);
  if (extra !== undefined) return failure('BAD_INPUT', `There is no "${extra.slice(0, 60)}" here.`, field);
  const allowed = (error?.params as { readonly allowedValues?: readonly unknown[] } | undefined)?.allowedValues;
  const words = allowed === undefined ? '' : `: ${allowed.filter((word) => word !== null).join(', ')}`;
  return failure('BAD_INPUT', `${field} ${error?.message ?? 'is wrong'}${words}.`, field);
}
