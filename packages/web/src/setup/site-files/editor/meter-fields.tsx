import { metrics } from '@atrium/domain/numbers';
import { descriptorValues, sendableMetrics } from '@atrium/domain/numbers/readings';
import { changeDevice, type DeclaredDevice } from '@atrium/domain/setup/site-files';
import { meterMetrics, meterWords } from '@atrium/domain/setup/site-files/meters';
import { type MessageId, type Translate, useText } from '../../../i18n/index.ts';
import { getMetricName } from '../../../pages/words/section-texts.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import type { Editing } from './use-editing.ts';

/** Metrics that a meter's register can count. */
const measured = metrics.filter(({ id }) => sendableMetrics.get(id)?.kind === 'counter');

/** Returns these metrics as options of a select. */
export const buildMetricOptions = (t: Translate) =>
  measured.map((metric) => ({ value: metric.id, text: getMetricName(metric, t) }));

/** Clears the details that belong to another metric. */
const noDetails = { origin: null, destination: null, use: null, type: null, temperature: null } as const;

/** What a meter measures, and where its register wraps around. */
export function MeterFields({ editing, meter }: { readonly editing: Editing; readonly meter: DeclaredDevice }) {
  const { t } = useText();
  const { site, change } = editing;
  const { serial } = meter;
  const set = (fields: Partial<DeclaredDevice>, about?: string) => change(changeDevice(site, serial, fields), about);
  return (
    <>
      <SelectField
        label={t('setUp.field.measures')}
        value={meter.metric ?? ''}
        options={buildMetricOptions(t)}
        onChange={(metric) => set({ ...noDetails, metric })}
      />
      {meterWords.map((word) => {
        const descriptor = meterMetrics[meter.metric ?? '']?.[word];
        const values = descriptor === undefined ? [] : descriptorValues[descriptor];
        if (values === 'wholeNumber' || values.length === 0) return null;
        return (
          <SelectField
            key={word}
            label={t(`setUp.meter.${word}`)}
            value={meter[word] ?? ''}
            options={[
              { value: '', text: t('setUp.meter.unsaid') },
              ...values.map((value) => ({ value, text: t(`descriptor.${value}` as MessageId) })),
            ]}
            onChange={(value) => set({ [word]: value === '' ? null : value })}
          />
        );
      })}
      <NumberField
        label={t('setUp.meter.rollover')}
        name="device-rollover"
        step={0.001}
        value={meter.rollover}
        onChange={(rollover) => set({ rollover }, `device ${serial} rollover`)}
      />
    </>
  );
}
