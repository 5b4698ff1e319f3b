import type { JsonPath, ShapeProblem } from '@atrium/domain/dashboards/definitions';
import type { Stored } from '@atrium/domain/dashboards/widgets';
import type { Option, OptionShape } from '@atrium/domain/dashboards/widgets/options';
import type { NamedReferences } from './use-named-references.ts';

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
