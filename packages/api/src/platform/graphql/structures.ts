import type { InputRef } from '@pothos/core';
import type { Builder } from './builder.ts';
import type { TypeRef } from './connections.ts';

type Scalar = 'Int' | 'Float' | 'String' | 'Boolean';
type Values = Readonly<Record<string, unknown>>;

/** List type with its maximum length. */
interface ListOf {
  readonly listOf: Scalar | Structure;
  readonly most: number;
}

type Part = Scalar | Structure | ListOf;
type Parts = Readonly<Record<string, Part>>;

/** JSON object that the domain parses, as a schema type. Declared once for output and input. */
export interface Structure {
  readonly name: string;
  readonly description?: string;
  /** Parts that are always present. */
  readonly required?: Parts;
  /** Parts that may be null. */
  readonly optional?: Parts;
}

export const listOf = (part: Scalar | Structure, most: number): ListOf => ({ listOf: part, most });

const isList = (part: Part): part is ListOf => typeof part === 'object' && 'listOf' in part;

/** Returns every part with its name and whether it is required. */
const partsOf = ({ required = {}, optional = {} }: Structure) => [
  ...Object.entries(required).map(([key, part]) => ({ key, part, isRequired: true })),
  ...Object.entries(optional).map(([key, part]) => ({ key, part, isRequired: false })),
];

const outputs = new WeakMap<Builder, Map<string, unknown>>();
const inputs = new WeakMap<Builder, Map<string, unknown>>();
const enums = new WeakMap<Builder, Map<string, unknown>>();

/** Creates each type once per builder, because structures share parts. */
function once<Ref>(refs: WeakMap<Builder, Map<string, unknown>>, builder: Builder, name: string, make: () => Ref): Ref {
  const known = refs.get(builder) ?? new Map<string, unknown>();
  refs.set(builder, known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as Ref;
}

/** Returns the enum type for the single list of its values, created once per name. */
export const getEnumType = <const Value extends string>(builder: Builder, name: string, values: readonly Value[]) =>
  once(enums, builder, name, () => builder.enumType(name, { values }));

/** Returns the object type of a structure and of its parts. */
export function getOutputType<Shape extends object = Values>(builder: Builder, structure: Structure): TypeRef<Shape> {
  const typeOf = (part: Scalar | Structure) => (typeof part === 'string' ? part : getOutputType(builder, part));
  return once(outputs, builder, structure.name, () =>
    builder.objectRef<Shape>(structure.name).implement({
      ...(structure.description !== undefined && { description: structure.description }),
      fields: (t) => {
        const fields = partsOf(structure).map(({ key, part, isRequired }) => {
          const type = isList(part) ? [typeOf(part.listOf)] : typeOf(part);
          const length = isList(part) ? { length: { most: part.most } } : {};
          const resolve = (block: Shape) => (block as Values)[key] ?? null;
          return [key, t.field({ type, nullable: !isRequired, resolve, ...length } as never)];
        });
        return Object.fromEntries(fields) as never;
      },
    }),
  ) as TypeRef<Shape>;
}

/** Returns the input type of a structure and of its parts, named after it: `MapElementInput` of `MapElement`. */
export function getInputType(builder: Builder, structure: Structure): InputRef<Values> {
  const typeOf = (part: Scalar | Structure) => (typeof part === 'string' ? part : getInputType(builder, part));
  return once(inputs, builder, structure.name, () =>
    builder.inputRef<Values>(`${structure.name}Input`).implement({
      fields: (t) => {
        const fields = partsOf(structure).map(({ key, part, isRequired }) => {
          const type = isList(part) ? [typeOf(part.listOf)] : typeOf(part);
          return [key, t.field({ type, required: isRequired } as never)];
        });
        return Object.fromEntries(fields) as never;
      },
    }),
  ) as InputRef<Values>;
}

/** Builds the values of an enum from words that other code writes in lower case. */
export const toEnumValues = <const Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word.toUpperCase(), { value: word }])) as Record<
    Uppercase<Word>,
    { value: Word }
  >;
