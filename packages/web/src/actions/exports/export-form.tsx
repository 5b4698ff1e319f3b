import {
  type ExportGranularity,
  exportDataTypes,
  exportFormats,
  exportGranularities,
  listExportTargets,
  maxAttachmentBytes,
  maxExportRows,
} from '@atrium/domain/actions/exports';
import { includedDayPresets, type SendDay, sendDays } from '@atrium/domain/actions/schedules';
import { formatDate, formatNumber } from '@atrium/domain/core/format';
import { formatSize } from '@atrium/domain/files';
import { isTimespanPreset, timespanPresets } from '@atrium/domain/numbers';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ChoiceField, SelectField } from '../../ui/form/controls.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Checkbox } from '../../ui/form/field.tsx';
import { HourField } from '../schedules/hour-field.tsx';
import { formatCoverage, formatSendDay } from '../schedules/schedule-text.ts';
import styles from './exports.module.css';
import { RecipientsField } from './recipients-field.tsx';
import type { Preview } from './use-export-form.ts';
import { type ExportForm, getSelectableDays } from './use-export-form.ts';
import type { ExportJobs } from './use-export-jobs.ts';
import { formatNames } from './use-job-texts.ts';
import type { Repeating } from './use-repeating.ts';

interface FormProps {
  readonly form: ExportForm;
  readonly preview: Preview;
  readonly jobs: ExportJobs;
  readonly repeating: Repeating;
}

export function ExportFormCard({ form, preview, jobs, repeating }: FormProps) {
  const { t } = useText();
  const { filled, request } = form;
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isDownloaded = useDeliveryTo('email') === 'none';
  const isComplete = request !== null && (filled.userIds.length > 0 || isDownloaded);
  const ask = async () => {
    setTried(true);
    if (!isComplete || isAsking) return;
    setAsking(true);
    const { repeat: sendDay, hour, includedDays } = filled;
    const userIds = isDownloaded ? [] : [...filled.userIds];
    if (sendDay === null) await jobs.ask({ ...request, userIds });
    else {
      const { from: _from, to: _to, ...standing } = request;
      await repeating.ask({ ...standing, userIds, sendDay, hour, includedDays });
    }
    setAsking(false);
    setTried(false);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <div className={styles.fields}>
        <UnsupportedNotice form={form} />
        <ContentFields form={form} />
        {filled.repeat === null && <TimespanFields form={form} isTried={isTried} />}
        <SelectField
          label={t('exports.granularity')}
          value={String(filled.granularity)}
          options={exportGranularities.map((one) => ({ value: String(one), text: t(`exports.granularity.${one}`) }))}
          onChange={(value) => form.change({ granularity: Number(value) as ExportGranularity })}
        />
        <hr className={styles.rule} />
        <ChoiceField
          label={t('exports.format')}
          name="format"
          value={filled.format}
          options={exportFormats.map((value) => ({ value, text: formatNames[value] }))}
          onChange={(format) => form.change({ format })}
        />
        {!isDownloaded && <RecipientsField form={form} isTried={isTried} />}
        <DeliveryNotice instead="file" />
        <RepeatFields form={form} />
      </div>
      <div className={styles.foot}>
        <Size preview={preview} />
        <Button
          look="primary"
          icon={filled.repeat === null ? 'download' : 'calendar'}
          type="submit"
          disabled={isAsking}
          className={styles.submit ?? ''}
        >
          {t(filled.repeat === null ? 'exports.export' : 'exports.repeat.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Lists what the linking page shows but the file cannot contain. */
function UnsupportedNotice({ form: { lost } }: Pick<FormProps, 'form'>) {
  const { t, locale } = useText();
  if (lost.length === 0) return null;
  const parts = new Intl.ListFormat(locale).format(lost.map((part) => t(`exports.lost.${part}`)));
  return (
    <p className={styles.lost} role="note">
      {t('exports.lost', { parts })}
    </p>
  );
}

/** Type of data, site, and place in it. */
function ContentFields({ form }: Pick<FormProps, 'form'>) {
  const { t } = useText();
  const { filled, change, sites, site, zones, zone } = form;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('exports.dataType')}
          value={filled.dataType}
          options={exportDataTypes.map((value) => ({ value, text: t(`exports.dataType.${value}`) }))}
          onChange={(value) => change({ dataType: exportDataTypes.find((one) => one === value) ?? 'counting' })}
        />
        <LongSelectField
          label={t('exports.site')}
          value={String(site?.id ?? '')}
          options={sites.map(({ id, name }) => ({ value: String(id), text: name }))}
          onChange={(value) => change({ siteId: Number(value) })}
        />
      </div>
      {listExportTargets(filled.dataType).length > 1 && (
        <ChoiceField
          label={t('exports.target')}
          name="target"
          value={filled.target}
          options={listExportTargets(filled.dataType).map((value) => ({ value, text: t(`exports.target.${value}`) }))}
          onChange={(target) => change({ target })}
        />
      )}
      <div>
        <LongSelectField
          label={t('exports.zone')}
          value={String(zone?.id ?? '')}
          options={zones.map(({ id, name, depth }) => ({
            value: String(id),
            text: `${'\u00a0\u00a0'.repeat(depth)}${name}`,
          }))}
          onChange={(value) => change({ zoneId: Number(value) })}
        />
        <div className={styles.subZones}>
          <Checkbox
            label={t('exports.subZones')}
            checked={filled.includeSubZones}
            onChange={(event) => change({ includeSubZones: event.currentTarget.checked })}
          />
          {zone !== null && zone.inner.length > 0 && <p className={styles.names}>{zone.inner.join(', ')}</p>}
        </div>
      </div>
    </>
  );
}

/** Estimated size of the file, and how it is delivered. */
function Size({ preview: { shown, isBusy, failure } }: Pick<FormProps, 'preview'>) {
  const { t, locale } = useText();
  const isDownloaded = useDeliveryTo('email') === 'none';
  if (failure === 'RANGE_TOO_WIDE')
    return (
      <p className={styles.fault} role="alert">
        {t('exports.tooMany', { most: formatNumber(maxExportRows, { locale, decimals: 0 }) })}
      </p>
    );
  if (shown === null) return <p className={styles.size}>{isBusy ? t('exports.counting') : ''}</p>;
  const rows = formatNumber(shown.rows, { locale, decimals: 0 });
  return (
    <p className={styles.size} data-busy={isBusy || undefined}>
      <span>{t('exports.size', { rows, size: formatSize(shown.bytes, locale) })}</span>
      <span className={styles.how}>
        {t(
          isDownloaded
            ? 'exports.toDownload'
            : shown.bytes <= maxAttachmentBytes
              ? 'exports.attached'
              : 'exports.byLink',
        )}
      </span>
    </p>
  );
}

/** Once, or by a schedule with an hour and the number of days per file. */
function RepeatFields({ form }: { readonly form: ExportForm }) {
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

/** A preset, or a first and last day. */
function TimespanFields({ form, isTried }: { readonly form: ExportForm; readonly isTried: boolean }) {
  const text = useText();
  const { t, dateFormat } = text;
  const { filled, change, days, site } = form;
  const isCustom = filled.timespan === 'custom';
  const bounds = site === null ? {} : getSelectableDays(site, Date.now());
  const options = timespanPresets.map((value) => ({ value: value as string, text: t(`filters.preset.${value}`) }));
  const shownDays =
    days === null
      ? null
      : days.first === days.last
        ? formatDate(days.first, text)
        : `${formatDate(days.first, text)} – ${formatDate(days.last, text)}`;
  return (
    <>
      <SelectField
        label={t('exports.timespan')}
        value={filled.timespan}
        options={[...options, { value: 'custom', text: t('exports.timespan.custom') }]}
        note={!isCustom && shownDays !== null ? <bdi>{shownDays}</bdi> : undefined}
        error={isTried && days === null ? t('exports.timespan.fault') : null}
        onChange={(value) =>
          isTimespanPreset(value)
            ? change({ timespan: value })
            : change({
                timespan: 'custom',
                first: filled.first || (days?.first ?? ''),
                last: filled.last || (days?.last ?? ''),
              })
        }
      />
      {isCustom && (
        <div className={styles.pair}>
          <DateField
            label={t('exports.first')}
            name="first"
            value={filled.first}
            pattern={dateFormat}
            {...bounds}
            onChange={(first) => change({ first })}
          />
          <DateField
            label={t('exports.last')}
            name="last"
            value={filled.last}
            pattern={dateFormat}
            {...bounds}
            onChange={(last) => change({ last })}
          />
        </div>
      )}
    </>
  );
}
