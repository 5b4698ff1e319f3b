import { groupByTypes } from '@atrium/domain/numbers';
import type { JsonPath, ShapeProblem } from '@atrium/domain/pages/definitions';
import type { Stored } from '@atrium/domain/pages/widgets';
import type { ChoiceWords, Option, OptionShape } from '@atrium/domain/pages/widgets/options';
import type { MessageId, Text } from '../../../i18n/index.ts';
import type { NamedReferences } from './use-named-references.ts';

/** Message prefixes shared with other screens. */
const shared: Partial<Record<ChoiceWords, string>> = {
  aggregation: 'widgets.word.aggregation',
  compare: 'widgets.word.compare',
  group: 'widgets.word.group',
  passageType: 'widgets.word.passageType',
  period: 'widgets.word.period',
};

/** A criterion that is also a group uses the group's name. */
function prefixOf(words: ChoiceWords, value: string | number): string {
  if (words === 'criterion' && (groupByTypes as readonly (string | number)[]).includes(value))
    return 'widgets.word.group';
  return shared[words] ?? `drafts.word.${words}`;
}

/** Names a value of a choice, capitalized. */
export function formatChoice(words: ChoiceWords, value: string | number, { t, locale }: Text): string {
  const word = t(`${prefixOf(words, value)}.${value}` as MessageId);
  return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);
}

export const formatOption = (name: string, { t }: Pick<Text, 't'>): string => t(`drafts.option.${name}` as MessageId);

export interface OptionFieldProps {
  readonly option: Option;
  /** The object with the option: the widget, or an entry of a list in it. */
  readonly holder: Stored;
  /** Path of the holder within the widget. */
  readonly at: JsonPath;
  readonly problems: readonly ShapeProblem[];
  readonly named: NamedReferences;
  /** The widget's metrics. */
  readonly metricIds: readonly string[];
  readonly change: (holder: Stored, path: JsonPath) => void;
}

/** Props of the control for a shape. */
export interface ShapeFieldProps<Kind extends OptionShape['kind']> {
  readonly shape: OptionShape & { readonly kind: Kind };
  readonly label: string;
  readonly name: string;
  readonly value: unknown;
  readonly error: string | undefined;
  /** Undefined removes it from the definition. */
  readonly set: (value: unknown) => void;
  readonly of: OptionFieldProps;
}

export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
