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
