import { useText } from '../../../i18n/index.ts';
import { SelectField, TextAreaField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { ChooseSeveral } from './choose-several.tsx';
import { formatChoice, listOf, type ShapeFieldProps } from './options.ts';
import styles from './settings.module.css';

export function WordsField({ label, name, value, error, set, of }: ShapeFieldProps<'text'>) {
  // A definition requires a title, so an empty one is stored as ''.
  const nothing = of.option.name === 'title' ? '' : undefined;
  return (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? nothing : currentTarget.value)}
    />
  );
}

export function LinesField({ label, name, value, error, set }: ShapeFieldProps<'texts'>) {
  const { t } = useText();
  return (
    <TextAreaField
      label={label}
      name={name}
      note={t('drafts.perLine')}
      error={error}
      rows={2}
      value={listOf(value).join('\n')}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value.split('\n'))}
    />
  );
}

export function AmountField({ shape, label, name, value, error, set }: ShapeFieldProps<'number' | 'whole'>) {
  return (
    <NumberField
      label={label}
      name={name}
      value={typeof value === 'number' ? value : null}
      step={shape.kind === 'whole' ? 1 : 'any'}
      error={error}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

export function FlagField({ shape, label, value, set }: ShapeFieldProps<'flag'>) {
  const isOn = typeof value === 'boolean' ? value : shape.usual;
  return (
    <div className={styles.flag}>
      <span>{label}</span>
      <Switch label={label} isOn={isOn} onTurn={(next) => set(next === shape.usual ? undefined : next)} />
    </div>
  );
}

export function OneField({ shape, label, name, value, error, set }: ShapeFieldProps<'choice'>) {
  const text = useText();
  return (
    <SelectField
      label={label}
      name={name}
      error={error}
      value={value === undefined ? '' : String(value)}
      options={[
        { value: '', text: text.t('drafts.usual') },
        ...shape.of.map((one) => ({ value: String(one), text: formatChoice(shape.words, one, text) })),
      ]}
      onChange={(next) => set(shape.of.find((one) => String(one) === next))}
    />
  );
}

export function SeveralField({ shape, label, value, set }: ShapeFieldProps<'choices'>) {
  const text = useText();
  return (
    <ChooseSeveral
      label={label}
      values={listOf(value)}
      options={shape.of.map((one) => ({ value: String(one), text: formatChoice(shape.words, one, text) }))}
      onChange={set}
    />
  );
}
