import type { JsonPath, Reference } from '../../definitions/index.ts';
import type { Stored } from '../settings.ts';

/** Sections of a widget's form. */
export const optionGroups = ['data', 'source', 'look', 'thresholds'] as const;
export type OptionGroup = (typeof optionGroups)[number];

/** The type of an option's value, which determines its control. */
export type OptionShape =
  | { readonly kind: 'text' | 'texts' | 'number' | 'color' | 'metric' | 'metrics' }
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  /** `usual` is the default. */
  | { readonly kind: 'flag'; readonly usual: boolean }
  /** One of these values, or the default if not set. `words` selects their texts. */
  | { readonly kind: 'choice' | 'choices'; readonly of: readonly (string | number)[]; readonly words: ChoiceWords }
  | { readonly kind: 'reference' | 'references'; readonly to: Reference | 'alert' }
  /** A color per metric of the widget. */
  | { readonly kind: 'colors' }
  /** Ids or words, depending on the sibling option of that name. */
  | { readonly kind: 'valuesOf'; readonly criterion: string }
  /** A list of entries. `fresh` is the initial value of a new one. */
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

/** An option: its path in a definition and its shape. */
export interface Option {
  /** Also the key of its label. */
  readonly name: string;
  /** Relative to the definition, or to its list entry. */
  readonly path: JsonPath;
  readonly shape: OptionShape;
}

/** An option of a whole widget, with its section of the form. */
export interface WidgetOption extends Option {
  readonly group: OptionGroup;
}
