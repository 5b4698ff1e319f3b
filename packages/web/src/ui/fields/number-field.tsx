import { useEffect, useState } from 'react';
import { TextField } from '../form/index.ts';
import styles from './control.module.css';

/** A number, or nothing. What is typed stays as it is typed. */
export function NumberField({
  label,
  name,
  value,
  unit,
  step = 1,
  error,
  onChange,
}: {
  label: string;
  name: string;
  value: number | null;
  unit?: string | undefined;
  step?: number | 'any';
  error?: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const read = text.trim() === '' ? null : Number(text);
  useEffect(() => {
    setText((before) => ((before.trim() === '' ? null : Number(before)) === value ? before : String(value ?? '')));
  }, [value]);
  return (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode="decimal"
      step={step}
      value={text}
      error={error ?? null}
      {...(unit !== undefined && { end: <span className={styles.unit}>{unit}</span> })}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const number = typed.trim() === '' ? null : Number(typed);
        if (number !== read && (number === null || Number.isFinite(number))) onChange(number);
      }}
    />
  );
}
