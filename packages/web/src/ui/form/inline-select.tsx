import { useId } from 'react';
import styles from './inline-select.module.css';
import { Select } from './select.tsx';

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
    <span className={`${styles.choice} ${className}`}>
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
