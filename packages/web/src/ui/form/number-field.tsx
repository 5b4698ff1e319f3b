import { useState } from 'react';
import styles from './control.module.css';
import { LabelledField } from './field.tsx';
import { NumberInput, type NumberInputProps } from './number-input.tsx';

interface NumberFieldProps extends Omit<NumberInputProps, 'onFault'> {
  readonly label: string;
  readonly unit?: string | undefined;
  readonly error?: string | undefined;
}

export function NumberField({ label, unit, error, ...input }: NumberFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const end = unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>;
  return (
    <LabelledField label={label} error={fault ?? error} end={end}>
      {(field) => <NumberInput {...field} {...input} onFault={setFault} />}
    </LabelledField>
  );
}
