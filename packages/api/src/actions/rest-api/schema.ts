/** JSON Schema (2020-12), as in OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const isReference = (schema: Schema) => '$ref' in schema;

/** Returns the same schema that also accepts null: unknown or not set, never 0. */
export const nullable = (schema: Schema): Schema =>
  isReference(schema) ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema.type, 'null'].flat() };

/** Returns an object that has all of these properties, and no others. */
export const objectOf = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const enumOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

export const text: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const decimal: Schema = { type: 'number' };
export const flag: Schema = { type: 'boolean' };
export const instant: Schema = { type: 'string', format: 'date-time', description: 'RFC 3339, in UTC.' };

/** Instant in a request. */
export const instantInput: Schema = {
  ...instant,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?(Z|[+-]\\d\\d:\\d\\d)$',
  description: 'RFC 3339, with its offset.',
};

/** Identifier in a path. */
export const idParameter: Schema = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 };
