import type { FieldNullability, InputFieldMap, InputShapeFromFields, SchemaTypes, TypeParam } from '@pothos/core';
import type { GraphQLField } from 'graphql';
import type { Sizes } from './sizes.ts';

/** Length of a list. Where organizations may have any number, it is the caller's actual number, never a guess. */
export type ListLength =
  /** Upper bound for all callers. */
  | { readonly most: number }
  /** All objects of this kind in the organization. */
  | { readonly of: 'installations' | 'tags' | 'tagCategories' | 'zones' | 'passages' | 'devices' | 'events' }
  /** Objects of this kind in one site. */
  | { readonly ofSite: 'zones' | 'passages' | 'devices' | 'events' }
  | { readonly ofZone: 'tags' }
  /** Length of the list at this path in the arguments, such as `ids` or `input.metrics`. */
  | { readonly argument: string }
  /** One page: the `first` argument of the field above. */
  | 'page';

/** Returns the cost of resolving a field beyond its output, in units of about 1 µs of CPU. */
export type FieldCost<Args> = (args: Args, sizes: Sizes) => number;

declare global {
  export namespace PothosSchemaTypes {
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Required for lists: the length charged to a document. */
      length?: ListLength;
      cost?: FieldCost<InputShapeFromFields<Args>>;
      /** For long texts or documents: the number of values it counts as, about twenty bytes each. */
      holds?: FieldCost<InputShapeFromFields<Args>>;
      /** Path of the argument list, such as `queries`, whose items each count as an operation. */
      operations?: string;
      /** Checks or sends a password, code or token. A document may contain at most one such operation. */
      isCredential?: boolean;
    }
  }
}

export interface DeclaredCost {
  readonly length?: ListLength;
  readonly cost?: FieldCost<Readonly<Record<string, unknown>>>;
  readonly holds?: FieldCost<Readonly<Record<string, unknown>>>;
  readonly operations?: string;
  readonly isCredential?: boolean;
}

/** Returns what was declared where the field was registered. */
export const getDeclaredCost = ({ extensions }: GraphQLField<unknown, unknown>): DeclaredCost =>
  (extensions.pothosOptions as DeclaredCost | undefined) ?? {};
