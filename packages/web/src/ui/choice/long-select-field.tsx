import type { ComponentProps } from 'react';
import { SelectField } from '../form/controls.tsx';
import { LabelledField } from '../form/field.tsx';
import styles from './choice.module.css';
import { Combobox } from './combobox.tsx';
import { maxPlainOptions } from './search-entries.ts';

type LongSelectFieldProps = Pick<
  ComponentProps<typeof SelectField>,
  'label' | 'name' | 'options' | 'onChange' | 'error' | 'disabled'
> & { readonly value: string };

/**
 * Select for lists that grow with the organization: sites, zones, devices, people. Uses the native select for short
 * lists and a search field for long ones.
 */
export function LongSelectField(props: LongSelectFieldProps) {
  if (props.options.length <= maxPlainOptions) return <SelectField {...props} />;
  const { error, ...choice } = props;
  return (
    <div className={styles.place}>
      <LabelledField label={choice.label} error={error}>
        {(field) => <Combobox {...choice} field={field} />}
      </LabelledField>
    </div>
  );
}
