import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons/index.ts';
import inlineSelectStyles from './inline-select.module.css';
import styles from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** `small` is for headers, `plain` for a line of text. */
  readonly look?: 'control' | 'small' | 'plain';
  /** Shown before the chosen option. */
  readonly icon?: ReactNode;
  /** Class of the element around it. */
  readonly className?: string | undefined;
}

/** A native select that looks the same in every browser. */
export function Select({ look = 'control', icon = null, className = '', ...select }: SelectProps) {
  return (
    <span className={`${styles.select} ${className}`} data-look={look} data-export="skip">
      {icon && <span className={styles.icon}>{icon}</span>}
      <select {...select} data-icon={icon ? true : undefined} />
      <Icon name="chevronDown" size={14} />
    </span>
  );
}

interface InlineSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
  readonly className?: string | undefined;
}

/** A select inside a line of text, e.g. the order of a list. */
export function InlineSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  className = '',
}: InlineSelectProps<Value>) {
  const id = useId();
  return (
    <span className={`${inlineSelectStyles.choice} ${className}`}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} look="plain" value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </span>
  );
}
