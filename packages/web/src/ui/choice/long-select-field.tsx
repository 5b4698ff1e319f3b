import type { ComponentProps } from 'react';
import { SelectField } from '../fields/index.ts';
import { LabelledField } from '../form/index.ts';
import styles from './choice.module.css';
import { Combobox } from './combobox.tsx';
import { plainOptions } from './window.ts';

type LongSelectFieldProps = Pick<
  ComponentProps<typeof SelectField>,
  'label' | 'name' | 'options' | 'onChange' | 'error' | 'disabled'
> & { readonly value: string };

/**
 * A choice from a list that grows with the organization: of sites, zones, devices, people. The browser's own list while it
 * is short; a field that searches it where it is long.
 */
export function LongSelectField(props: LongSelectFieldProps) {
  if (props.options.length <= plainOptions) return <SelectField {...props} />;
  const { error, ...choice } = props;
  return (
    <div className={styles.place}>
      <LabelledField label={choice.label} error={error}>
        {(field) => <Combobox {...choice} field={field} />}
      </LabelledField>
    </div>
  );
}
