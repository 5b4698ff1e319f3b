import { useId } from 'react';
import { useText } from '../../../i18n/index.ts';
import { chooseValues, useShortlist } from '../../../ui/choice/use-shortlist.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import styles from './form.module.css';

interface ChooseManyProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: readonly Value[];
  readonly error?: string | undefined;
  /** Whether selecting none means all. */
  readonly isOptional: boolean;
  readonly onChange: (chosen: readonly Value[]) => void;
}

export function ChooseMany<Value extends string | number>(props: ChooseManyProps<Value>) {
  const { label, options, chosen, error, isOptional, onChange } = props;
  const { t } = useText();
  const errorId = useId();
  const { shown, search } = useShortlist(options, {
    textOf: ({ text }) => text,
    isChosen: ({ value }) => chosen.includes(value),
    chooseAll: (all, isChosen) =>
      onChange(
        chooseValues(
          chosen,
          all.map(({ value }) => value),
          isChosen,
        ),
      ),
  });
  return (
    <fieldset
      className={styles.many}
      {...(error !== undefined && { 'data-invalid': true, tabIndex: -1, 'aria-describedby': errorId })}
    >
      <legend>{label}</legend>
      {search}
      <div className={styles.options}>
        {shown.map(({ value, text }) => (
          <Checkbox
            key={value}
            label={text}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
      {isOptional && <p className={styles.hint}>{t('alertForm.allOfThem')}</p>}
      {error !== undefined && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
