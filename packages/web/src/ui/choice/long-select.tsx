import type { ComponentProps } from 'react';
import { SelectField } from '../form/controls.tsx';
import { LabelledField } from '../form/field.tsx';
import { Select } from '../form/select.tsx';
import styles from './choice.module.css';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { maxPlainOptions } from './search-entries.ts';

interface LongSelectProps extends Omit<ComboboxProps, 'field' | 'name' | 'disabled'> {
  /** Class of the element around it. */
  readonly className?: string | undefined;
  /** `small` is for headers. */
  readonly look?: 'control' | 'small';
}

/** `LongSelectField` with a label for screen readers only: for the header of a page, panel or widget. */
export function LongSelect({ className = '', look = 'control', ...choice }: LongSelectProps) {
  const { label, value, options, onChange } = choice;
  if (options.length > maxPlainOptions)
    return (
      <div className={`${styles.place} ${className}`} data-look={look} data-export="skip">
        <Combobox {...choice} field={{ 'aria-label': label, className: styles.bare }} />
      </div>
    );
  return (
    <Select
      look={look}
      className={className}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled}>
          {option.text}
        </option>
      ))}
    </Select>
  );
}

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
