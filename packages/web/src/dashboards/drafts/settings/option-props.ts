import type { JsonPath, ShapeProblem } from '@atrium/domain/dashboards/definitions';
import type { Stored } from '@atrium/domain/dashboards/widgets';
import type { Option, OptionShape } from '@atrium/domain/dashboards/widgets/options';
import type { NamedThings } from './use-named-things.ts';

export interface OptionFieldProps {
  readonly option: Option;
  /** What the option is part of: the widget, or an entry of a list in it. */
  readonly holder: Stored;
  /** Where the holder stands in the widget. */
  readonly at: JsonPath;
  readonly problems: readonly ShapeProblem[];
  readonly named: NamedThings;
  /** Those of the widget. */
  readonly metricIds: readonly string[];
  readonly change: (holder: Stored, path: JsonPath) => void;
}

/** What the control of a shape is given. */
export interface ShapeFieldProps<Kind extends OptionShape['kind']> {
  readonly shape: OptionShape & { readonly kind: Kind };
  readonly label: string;
  readonly name: string;
  readonly value: unknown;
  readonly error: string | undefined;
  /** undefined takes it out of the definition. */
  readonly set: (value: unknown) => void;
  readonly of: OptionFieldProps;
}

export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
