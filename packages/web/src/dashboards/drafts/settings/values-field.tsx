import { valueAt } from '@atrium/domain/dashboards/widgets/options';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { TextAreaField } from '../../../ui/fields/index.ts';
import { ChooseSeveral } from './choose-several.tsx';
import { listOf, type ShapeFieldProps } from './option-props.ts';
import type { NamedReferences } from './use-named-references.ts';

const things: Readonly<Record<string, keyof NamedReferences>> = {
  INSTALLATIONS: 'installation',
  ZONES: 'zone',
  PASSAGES: 'passage',
  DEVICES: 'device',
  TAGS: 'tag',
  TAG_CATEGORY: 'tagCategory',
};

/** Edits a condition's values: objects by name, or typed words. */
export function ValuesField({ shape, label, name, value, set, of }: ShapeFieldProps<'valuesOf'>) {
  const { t } = useText();
  const values = listOf(value);
  const [typed, setTyped] = useState(values.join(', '));
  const kind = things[String(valueAt(of.holder, [shape.criterion]))];
  if (kind !== undefined)
    return (
      <ChooseSeveral
        label={label}
        values={values}
        options={of.named[kind].map((one) => ({ value: String(one.id), text: one.name }))}
        onChange={(next) => set(next ?? [])}
      />
    );
  return (
    <TextAreaField
      label={label}
      name={name}
      rows={1}
      note={t('drafts.byHand')}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        set(currentTarget.value.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])));
      }}
    />
  );
}
