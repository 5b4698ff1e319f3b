import { includedDayPresets, type SendDay, sendDays } from '@atrium/domain/schedules';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { formatCoverage, formatSendDay, HourField } from '../../schedules/index.ts';
import { SelectField } from '../../ui/fields/index.ts';
import styles from '../exports.module.css';
import type { ExportForm } from './use-export-form.ts';

/** Once, or by a schedule with an hour and the number of days per file. */
export function RepeatFields({ form }: { readonly form: ExportForm }) {
  const text = useText();
  const { t } = text;
  const now = useNow(20_000);
  const { filled, change, site } = form;
  const { repeat: sendDay, hour, includedDays } = filled;
  return (
    <>
      <SelectField
        label={t('exports.repeat')}
        name="repeat"
        value={sendDay ?? 'once'}
        options={[
          { value: 'once', text: t('exports.repeat.once') },
          ...sendDays.map((value) => ({ value: value as string, text: formatSendDay(value, text) })),
        ]}
        {...(sendDay !== null &&
          site !== null && { note: formatCoverage({ sendDay, hour, includedDays }, site.timezone, text, now) })}
        onChange={(value) => change({ repeat: sendDays.find((one): one is SendDay => one === value) ?? null })}
      />
      {sendDay !== null && (
        <div className={styles.pair}>
          <HourField hour={hour} timezone={site?.timezone ?? null} onChange={(next) => change({ hour: next })} />
          <SelectField
            label={t('exports.repeat.days')}
            name="includedDays"
            value={String(includedDays)}
            options={includedDayPresets.map((days) => ({
              value: String(days),
              text: t('reports.days', { count: days }),
            }))}
            onChange={(value) => change({ includedDays: Number(value) })}
          />
        </div>
      )}
    </>
  );
}
