import { metrics } from '@atrium/domain/measurements';
import { useMemo } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/index.ts';
import { SelectField } from '../../../ui/fields/index.ts';
import { ChooseSeveral } from './choose-several.tsx';
import { listOf, type ShapeFieldProps } from './option-props.ts';

/** Lists every metric by name. */
function useMetricOptions() {
  const { t, locale } = useText();
  return useMemo(
    () =>
      metrics
        .map((metric) => ({ value: metric.id, text: t(`metric.${metric.id}` as MessageId) }))
        .toSorted((one, other) => one.text.localeCompare(other.text, locale)),
    [t, locale],
  );
}

export function MetricField({ label, name, value, error, set, of }: ShapeFieldProps<'metric'>) {
  const { t } = useText();
  const options = useMetricOptions();
  // A list entry requires its metric.
  const isNeeded = of.option.name === 'metric';
  return (
    <SelectField
      label={label}
      name={name}
      error={error}
      value={typeof value === 'string' ? value : ''}
      options={[...(isNeeded ? [] : [{ value: '', text: t('drafts.none') }]), ...options]}
      onChange={(next) => set(next === '' ? undefined : next)}
    />
  );
}

export function MetricsField({ label, value, set }: ShapeFieldProps<'metrics'>) {
  return <ChooseSeveral label={label} values={listOf(value)} options={useMetricOptions()} onChange={set} />;
}

export function ReferenceField({ shape, label, name, value, error, set, of }: ShapeFieldProps<'reference'>) {
  const { t } = useText();
  return (
    <LongSelectField
      label={label}
      name={name}
      error={error}
      value={value === undefined ? '' : String(value)}
      options={[
        { value: '', text: t('drafts.none') },
        ...of.named[shape.to].map((one) => ({ value: String(one.id), text: one.name })),
      ]}
      onChange={(next) => set(next === '' ? undefined : Number(next))}
    />
  );
}

export function ReferencesField({ shape, label, value, set, of }: ShapeFieldProps<'references'>) {
  return (
    <ChooseSeveral
      label={label}
      values={Array.isArray(value) ? value.map(Number) : []}
      options={of.named[shape.to].map((one) => ({ value: one.id, text: one.name }))}
      onChange={set}
    />
  );
}
