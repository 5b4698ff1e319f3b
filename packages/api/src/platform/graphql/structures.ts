import type { InputRef } from '@pothos/core';
import type { Builder } from './builder.ts';
import type { TypeRef } from './connections.ts';

type Scalar = 'Int' | 'Float' | 'String' | 'Boolean';
type Values = Readonly<Record<string, unknown>>;

/** A list and how long it gets at most. */
interface ListOf {
  readonly listOf: Scalar | Structure;
  readonly most: number;
}

type Part = Scalar | Structure | ListOf;
type Parts = Readonly<Record<string, Part>>;

/** A block of JSON that the domain reads, as the schema tells it. Written down once for what is answered and handed in. */
export interface Structure {
  readonly name: string;
  readonly description?: string;
  /** Those that are always there. */
  readonly required?: Parts;
  /** null where they are not set. */
  readonly optional?: Parts;
}

export const listOf = (part: Scalar | Structure, most: number): ListOf => ({ listOf: part, most });

const isList = (part: Part): part is ListOf => typeof part === 'object' && 'listOf' in part;

/** Every part with its name, and whether it is always there. */
const partsOf = ({ required = {}, optional = {} }: Structure) => [
  ...Object.entries(required).map(([key, part]) => ({ key, part, isRequired: true })),
  ...Object.entries(optional).map(([key, part]) => ({ key, part, isRequired: false })),
];

const outputs = new WeakMap<Builder, Map<string, unknown>>();
const inputs = new WeakMap<Builder, Map<string, unknown>>();
const enums = new WeakMap<Builder, Map<string, unknown>>();

/** Made once for each builder: blocks share parts. */
function once<Ref>(refs: WeakMap<Builder, Map<string, unknown>>, builder: Builder, name: string, make: () => Ref): Ref {
  const known = refs.get(builder) ?? new Map<string, unknown>();
  refs.set(builder, known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as Ref;
}

/** An enum of the schema, of the one list of its values there is. Whoever has a field of it asks by its name. */
export const enumOf = <const Value extends string>(builder: Builder, name: string, values: readonly Value[]) =>
  once(enums, builder, name, () => builder.enumType(name, { values }));

/** The object type of a structure and of its parts. */
export function outputOf<Shape extends object = Values>(builder: Builder, structure: Structure): TypeRef<Shape> {
  const typeOf = (part: Scalar | Structure) => (typeof part === 'string' ? part : outputOf(builder, part));
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

/** The input type of a structure and of its parts, named after it: `MapElementInput` of `MapElement`. */
export function inputOf(builder: Builder, structure: Structure): InputRef<Values> {
  const typeOf = (part: Scalar | Structure) => (typeof part === 'string' ? part : inputOf(builder, part));
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

/** The values of an enum whose words the rest of the product writes in small letters. */
export const inCapitals = <const Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word.toUpperCase(), { value: word }])) as Record<
    Uppercase<Word>,
    { value: Word }
  >;
