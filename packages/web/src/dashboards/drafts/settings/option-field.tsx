import { filterProblems, type OptionShape, valueAt, withValueAt } from '@atrium/domain/dashboards/widgets/options';
import type { ComponentType } from 'react';
import { useText } from '../../../i18n/index.ts';
import { ColorField } from './color-field.tsx';
import { ColorsField } from './colors-field.tsx';
import { EntriesField } from './entries-field.tsx';
import { MetricField, MetricsField, ReferenceField, ReferencesField } from './naming-fields.tsx';
import type { OptionFieldProps, ShapeFieldProps } from './option-props.ts';
import { formatOption } from './option-words.ts';
import { AmountField, FlagField, LinesField, OneField, SeveralField, WordsField } from './simple-fields.tsx';
import { ValuesField } from './values-field.tsx';

const fields: { readonly [Kind in OptionShape['kind']]: ComponentType<ShapeFieldProps<Kind>> } = {
  text: WordsField,
  texts: LinesField,
  number: AmountField as ComponentType<ShapeFieldProps<'number'>>,
  whole: AmountField as ComponentType<ShapeFieldProps<'whole'>>,
  flag: FlagField,
  choice: OneField,
  choices: SeveralField,
  color: ColorField,
  colors: ColorsField,
  metric: MetricField,
  metrics: MetricsField,
  reference: ReferenceField,
  references: ReferencesField,
  valuesOf: ValuesField,
  list: (props) => <EntriesField {...props} field={(inner) => <OptionField {...inner} />} />,
};

/** Renders the control for an option's shape. Unset options stay out of the definition. */
export function OptionField(props: OptionFieldProps) {
  const text = useText();
  const { option, holder, at, problems, change } = props;
  const { shape, path, name } = option;
  const where = [...at, ...path];
  const isWrong = filterProblems(problems, where).length > 0;
  const Field = fields[shape.kind] as ComponentType<ShapeFieldProps<OptionShape['kind']>>;
  return (
    <Field
      shape={shape}
      label={formatOption(name, text)}
      name={where.join('.')}
      value={valueAt(holder, path)}
      error={isWrong ? text.t('drafts.settings.wrong') : undefined}
      set={(next) => change(withValueAt(holder, path, next), where)}
      of={props}
    />
  );
}
