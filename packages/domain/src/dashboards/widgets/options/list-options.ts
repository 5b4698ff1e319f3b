import type { WidgetType } from '../../definitions/index.ts';
import { getWidgetSpec } from '../registry.ts';
import type { WidgetOption } from './option.ts';
import { type OptionName, optionTable } from './option-table.ts';

/** Returns the options of a type, in the order of its form. */
export function listOptions(type: WidgetType): readonly WidgetOption[] {
  const heeded = new Set<OptionName>(getWidgetSpec(type).options);
  const names = Object.keys(optionTable) as OptionName[];
  return names.filter((name) => heeded.has(name)).map((name) => ({ name, ...optionTable[name] }));
}
