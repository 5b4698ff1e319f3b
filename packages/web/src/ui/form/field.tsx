import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons/index.ts';
import styles from './field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** Error message, shown below the field and read out with it. */
  error?: string | null | undefined;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
  /** Inside the box at its end, e.g. a button. */
  end?: ReactNode;
}

export function TextField({ label, error, aside, end, ...input }: TextFieldProps) {
  return <LabelledField {...{ label, error, aside, end }}>{(field) => <input {...field} {...input} />}</LabelledField>;
}

/** A label, the field rendered by `children` from these props, and the error message. */
export function LabelledField({
  label,
  error = null,
  aside,
  end,
  children,
}: Pick<TextFieldProps, 'label' | 'error' | 'aside' | 'end'> & {
  children: (
    field: Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div className={styles.box}>
        {children({
          id,
          className: `${styles.input} ${end === undefined ? '' : styles.withEnd}`,
          'aria-invalid': error !== null,
          'aria-describedby': error === null ? undefined : `${id}-error`,
        })}
        {end !== undefined && <span className={styles.end}>{end}</span>}
      </div>
      {error !== null && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </div>
  );
}

export function Checkbox({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={styles.check}>
      <span className={styles.tick}>
        <input type="checkbox" {...input} />
        <Icon name="check" size={12} />
      </span>
      {label}
    </label>
  );
}
