import type { FieldNullability, InputFieldMap, InputShapeFromFields, SchemaTypes, TypeParam } from '@pothos/core';
import type { GraphQLField } from 'graphql';

/** Number of objects in the caller's organization that have no fixed limit; they determine the lengths of lists. */
export interface Sizes {
  readonly installations: number;
  readonly tags: number;
  readonly tagCategories: number;
  /** Maximum number of tags of one zone. */
  readonly tagsOfZone: number;
  readonly zones: SpreadOverSites;
  readonly passages: SpreadOverSites;
  readonly devices: SpreadOverSites;
  readonly events: SpreadOverSites;
  /** Returns the sizes of one site; null when it is not visible to the caller. */
  ofSite(installationId: number): SiteSize | null;
  siteOfZone(zoneId: number): number | null;
}

export interface SpreadOverSites {
  readonly all: number;
  readonly largest: number;
}

export type SiteSize = Readonly<Record<'zones' | 'passages' | 'devices' | 'events', number>>;

const none: SpreadOverSites = { all: 0, largest: 0 };

/** Sizes for anonymous callers, who see no organization's data. */
export const noSizes: Sizes = {
  installations: 0,
  tags: 0,
  tagCategories: 0,
  tagsOfZone: 0,
  zones: none,
  passages: none,
  devices: none,
  events: none,
  ofSite: () => null,
  siteOfZone: () => null,
};

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
