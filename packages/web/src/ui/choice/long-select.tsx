import { Select } from '../select/index.ts';
import styles from './choice.module.css';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { maxPlainOptions } from './window.ts';

interface LongSelectProps extends Omit<ComboboxProps, 'field' | 'name' | 'disabled'> {
  /** Of the place around it. */
  readonly className?: string | undefined;
  /** `small` stands in a head. */
  readonly look?: 'control' | 'small';
}

/** The same as `LongSelectField`, where its name is read out only: in the head of a page, of a panel or of a widget. */
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
