import type { FieldNullability, InputFieldMap, InputShapeFromFields, SchemaTypes, TypeParam } from '@pothos/core';
import type { GraphQLField } from 'graphql';
import type { Sizes } from './sizes.ts';

/** How long a list gets. What organizations have any number of is as long as the caller's own, never a guess. */
export type ListLength =
  /** A bound that holds whoever asks. */
  | { readonly most: number }
  /** Everything of this kind in the organization. */
  | { readonly of: 'installations' | 'tags' | 'tagCategories' | 'zones' | 'passages' | 'devices' | 'events' }
  /** What one site has of this kind. */
  | { readonly ofSite: 'zones' | 'passages' | 'devices' | 'events' }
  | { readonly ofZone: 'tags' }
  /** As long as the list at this path of the arguments, such as `ids` or `input.metrics`. */
  | { readonly argument: string }
  /** One page: as long as the `first` of the field above. */
  | 'page';

/** What a field costs besides being written out, from its arguments: about a microsecond of processor a unit. */
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
      /** Of every list: what a document that asks for it is charged. */
      length?: ListLength;
      cost?: FieldCost<InputShapeFromFields<Args>>;
      /** Of one text or document that may be long: how many values it counts as, about twenty bytes each. */
      holds?: FieldCost<InputShapeFromFields<Args>>;
      /** The list of the arguments, such as `queries`, of which each item counts as an operation. */
      operations?: string;
      /** A try at a password, a code or a token, or the sending of one: a document holds one such operation at most. */
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

/** What was written where the field was registered. */
export const declaredCost = ({ extensions }: GraphQLField<unknown, unknown>): DeclaredCost =>
  (extensions.pothosOptions as DeclaredCost | undefined) ?? {};
