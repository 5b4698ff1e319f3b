import { useText } from '../../../i18n/index.ts';
import { chooseValues, useShortlist } from '../../../ui/choice/use-shortlist.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import styles from './settings.module.css';

interface ChooseSeveralProps<Value extends string | number> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  /** Receives undefined if nothing is selected. */
  readonly onChange: (values: readonly Value[] | undefined) => void;
}

/** A multiple choice that unfolds below a summary of the selection. */
export function ChooseSeveral<Value extends string | number>({
  label,
  values,
  options,
  onChange,
}: ChooseSeveralProps<Value>) {
  const { t } = useText();
  const chosen = new Set(values);
  const known = new Set(options.map(({ value }) => value));
  const all = [
    ...options,
    ...values.filter((value) => !known.has(value)).map((value) => ({ value, text: `#${value}` })),
  ];
  const { shown, search } = useShortlist(all, {
    textOf: ({ text }) => text,
    isChosen: ({ value }) => chosen.has(value),
    chooseAll: (found, isChosen) => {
      const next = chooseValues(
        values,
        found.map(({ value }) => value),
        isChosen,
      );
      onChange(next.length === 0 ? undefined : next);
    },
  });
  const names = all.filter(({ value }) => chosen.has(value)).map(({ text }) => text);
  return (
    <details className={styles.several}>
      <summary>
        <span className={styles.label}>{label}</span>
        <span className={styles.chosen}>
          {names.length === 0
            ? t('drafts.none')
            : names.length < 3
              ? names.join(', ')
              : t('drafts.chosenCount', { what: label, count: names.length })}
        </span>
      </summary>
      {search}
      <div className={styles.choices}>
        {shown.map(({ value, text }) => (
          <Checkbox
            key={value}
            label={text}
            checked={chosen.has(value)}
            onChange={() => {
              const next = chosen.has(value) ? values.filter((one) => one !== value) : [...values, value];
              onChange(next.length === 0 ? undefined : next);
            }}
          />
        ))}
      </div>
    </details>
  );
}
