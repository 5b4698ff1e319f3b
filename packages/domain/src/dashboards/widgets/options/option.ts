import type { JsonPath, Reference } from '../../definitions/index.ts';
import type { Stored } from '../stored.ts';

/** Where an option stands in the form of a widget. */
export const optionGroups = ['data', 'source', 'look', 'thresholds'] as const;
export type OptionGroup = (typeof optionGroups)[number];

/** What the value of an option is, by which a form draws its control. */
export type OptionShape =
  | { readonly kind: 'text' | 'texts' | 'number' | 'color' | 'metric' | 'metrics' }
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  /** `usual`: what it is when the definition does not say. */
  | { readonly kind: 'flag'; readonly usual: boolean }
  /** One of them or, where nothing is said, what is usual. `words` says which texts name them. */
  | { readonly kind: 'choice' | 'choices'; readonly of: readonly (string | number)[]; readonly words: ChoiceWords }
  | { readonly kind: 'reference' | 'references'; readonly to: Reference | 'alert' }
  /** A colour for each metric of the widget. */
  | { readonly kind: 'colors' }
  /** Ids or words, by what the option beside it of that name says. */
  | { readonly kind: 'valuesOf'; readonly criterion: string }
  /** Several of a shape of their own; `fresh` is what a new one begins with. */
  | {
      readonly kind: 'list';
      readonly of: readonly Option[];
      readonly most: number;
      readonly fresh: Stored;
    };

export type ChoiceWords =
  | 'aggregation'
  | 'colorMetric'
  | 'compare'
  | 'criterion'
  | 'filter'
  | 'formatter'
  | 'granularity'
  | 'group'
  | 'kind'
  | 'nameFormatter'
  | 'operator'
  | 'passageType'
  | 'period'
  | 'realTime'
  | 'relevance'
  | 'sortBy'
  | 'sortOrder'
  | 'target';

/** One thing that can be set: where it stands in a definition, and what it may be. */
export interface Option {
  /** Names its label too. */
  readonly name: string;
  /** From the definition, or from the entry of the list it is part of. */
  readonly path: JsonPath;
  readonly shape: OptionShape;
}

/** An option of a whole widget, with its place in the form. */
export interface WidgetOption extends Option {
  readonly group: OptionGroup;
}
