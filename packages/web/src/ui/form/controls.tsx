import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../icons/index.ts';
import styles from './control.module.css';

interface Labelled {
  readonly label: string;
  /** Error message, read out with the field. */
  readonly error?: string | null | undefined;
  /** Explains the field where its label is not enough. */
  readonly note?: ReactNode;
}

/** Returns the ids that link a control to the texts below it. */
function useDescription({ error = null, note }: Omit<Labelled, 'label'>) {
  const id = useId();
  const parts = [note !== undefined && `${id}-note`, error !== null && `${id}-error`].filter(Boolean);
  return {
    id,
    described: { 'aria-invalid': error !== null, 'aria-describedby': parts.length > 0 ? parts.join(' ') : undefined },
    below: (
      <>
        {note !== undefined && (
          <p className={styles.note} id={`${id}-note`}>
            {note}
          </p>
        )}
        {error !== null && (
          <p className={styles.error} id={`${id}-error`}>
            <Icon name="alert" size={14} />
            {error}
          </p>
        )}
      </>
    ),
  };
}

interface SelectOption {
  readonly value: string;
  readonly text: string;
  readonly lang?: string;
}

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'id' | 'children' | 'onChange'> {
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** Shown in the closed field instead of the option's full text. */
  readonly shown?: ReactNode;
}

/** Native select, which phones and screen readers support best. */
export function SelectField({ label, error = null, note, options, onChange, shown, ...select }: SelectFieldProps) {
  const { id, described, below } = useDescription({ error, note });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.select} data-shown={shown !== undefined}>
        {shown !== undefined && (
          <span className={styles.shown} aria-hidden="true">
            {shown}
          </span>
        )}
        <select id={id} {...described} {...select} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(({ value, text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} />
      </div>
      {below}
    </div>
  );
}

interface TextAreaFieldProps extends Labelled, Omit<ComponentProps<'textarea'>, 'id'> {}

export function TextAreaField({ label, error = null, note, ...area }: TextAreaFieldProps) {
  const { id, described, below } = useDescription({ error, note });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea id={id} className={styles.area} {...described} {...area} />
      {below}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly icon?: IconName }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** A few options side by side. Native radio buttons, so that the arrow keys select. */
export function ChoiceField<Value extends string>({
  label,
  name,
  value,
  options,
  onChange,
  disabled = false,
}: ChoiceFieldProps<Value>) {
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon !== undefined && <Icon name={option.icon} size={14} />}
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
