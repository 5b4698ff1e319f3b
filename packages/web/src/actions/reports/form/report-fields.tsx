import { includedDayPresets, type SendDay, sendDays } from '@atrium/domain/actions/schedules';
import type { Instant } from '@atrium/domain/core';
import { useId, useState } from 'react';
import { isLanguage, languages, type Text, type Translate, useLanguages, useText } from '../../../i18n/index.ts';
import { useNow } from '../../../numbers/live/index.ts';
import { DeliveryNotice } from '../../../people/notifications/delivery-notice.tsx';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { HourField } from '../../schedules/hour-field.tsx';
import { formatCoverage, formatSendDay } from '../../schedules/schedule-text.ts';
import { getValidEmails } from '../emails.ts';
import { EmailsField, type RecipientKind } from '../emails-field.tsx';
import { findEventTime, type ReportEvent, type ReportSite } from '../report-status.ts';
import { type Draft, defaultPlaces, isValidCoverage } from './draft.ts';
import styles from './form.module.css';

interface ScheduleFieldsProps {
  readonly form: Form<Draft>;
  /** null before a site is selected. */
  readonly timezone: string | null;
  /** Whether it is on and its event runs; otherwise there is no next send time. */
  readonly isSending: boolean;
}

/** Send time in the site's time zone, and the number of days covered. */
function ScheduleFields({ form, timezone, isSending }: ScheduleFieldsProps) {
  const text = useText();
  const { t } = text;
  const now = useNow(20_000);
  const { values, faults, set } = form;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('reportForm.sendDay')}
          name="sendDay"
          value={values.sendDay}
          error={faults.sendDay ?? null}
          options={sendDays.map((day) => ({ value: day, text: formatSendDay(day, text) }))}
          onChange={(day) => set('sendDay', day as SendDay)}
        />
        <HourField
          hour={values.hour}
          timezone={timezone}
          error={faults.hour ?? null}
          onChange={(hour) => set('hour', hour)}
        />
      </div>
      <IncludedDays
        days={values.includedDays}
        error={faults.includedDays}
        note={
          timezone !== null && isSending
            ? formatNextCoverage(values, timezone, text, now)
            : formatAnyCoverage(values, text)
        }
        onChange={(days) => set('includedDays', days)}
      />
    </>
  );
}

/** Describes the coverage without dates; null while the number of days is missing. */
const formatAnyCoverage = ({ includedDays }: Draft, { t }: Text): string | null =>
  isValidCoverage(includedDays) ? t('reportForm.coversAny', { count: includedDays }) : null;

/** Describes the next send time and the days it covers; null while the number of days is missing. */
const formatNextCoverage = (
  { sendDay, hour, includedDays }: Draft,
  timezone: string,
  text: Text,
  now: Instant,
): string | null =>
  isValidCoverage(includedDays) ? formatCoverage({ sendDay, hour, includedDays }, timezone, text, now) : null;

interface IncludedDaysProps {
  readonly days: number | null;
  readonly error: string | undefined;
  readonly note: string | null;
  readonly onChange: (days: number | null) => void;
}

/** A number of days, typed or picked from common ones. */
function IncludedDays({ days, error, note, onChange }: IncludedDaysProps) {
  const { t } = useText();
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);
  const wrong = fault ?? error;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('reportForm.days')}
      </label>
      <div className={styles.days}>
        <NumberInput
          id={id}
          name="includedDays"
          isWhole
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          value={days}
          onChange={onChange}
          onFault={setFault}
        />
        {includedDayPresets.map((preset) => (
          <button key={preset} type="button" aria-pressed={days === preset} onClick={() => onChange(preset)}>
            {preset}
          </button>
        ))}
      </div>
      <p id={`${id}-note`} className={wrong === undefined ? styles.note : styles.error}>
        {wrong !== undefined && <Icon name="alert" size={14} />}
        {wrong ?? note}
      </p>
    </div>
  );
}

export interface ReportFieldsProps {
  readonly form: Form<Draft>;
  readonly sites: readonly ReportSite[];
  /** Whether the report is on. */
  readonly isOn: boolean;
  readonly kinds: ReadonlyMap<string, RecipientKind>;
  readonly suggestions: readonly { readonly email: string; readonly name: string }[];
}

export function ReportFields({ form, sites, isOn, kinds, suggestions }: ReportFieldsProps) {
  const { t } = useText();
  const now = useNow(60_000);
  const { values, faults, set } = form;
  const site = sites.find(({ id }) => id === values.installationId);
  const event = site?.events.find(({ id }) => id === values.eventId);
  const isRunning = event !== undefined && findEventTime(event, now) === 'running';
  const emails = getValidEmails(values.emails);
  const reached = emails.filter((email) => !['refused', 'unsubscribed'].includes(kinds.get(email) ?? ''));
  return (
    <div className={styles.fields}>
      <TextField
        label={t('reportForm.title')}
        name="title"
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={values.title}
        error={faults.title ?? null}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <PlaceFields form={form} sites={sites} site={site} />
      <hr className={styles.rule} />
      <ScheduleFields form={form} timezone={site?.timezone ?? null} isSending={isOn && isRunning} />
      <hr className={styles.rule} />
      <EmailsField
        label={t('reportForm.emails')}
        name="emails"
        value={values.emails}
        kinds={kinds}
        site={site?.name ?? ''}
        error={faults.emails}
        suggestions={suggestions}
        aside={<span>{t('reportForm.emails.reached', { reached: reached.length, all: emails.length })}</span>}
        onChange={(written) => set('emails', written)}
      />
      <DeliveryNotice instead="report" />
      <fieldset className={styles.attached}>
        <legend>{t('reportForm.attach')}</legend>
        <Checkbox
          label={t('reportForm.pdf')}
          checked={values.attachPdf}
          onChange={(event) => set('attachPdf', event.currentTarget.checked)}
        />
        <Checkbox
          label={t('reportForm.spreadsheet')}
          checked={values.attachSpreadsheet}
          onChange={(event) => set('attachSpreadsheet', event.currentTarget.checked)}
        />
      </fieldset>
    </div>
  );
}

interface PlaceFieldsProps extends Pick<ReportFieldsProps, 'form' | 'sites'> {
  readonly site: ReportSite | undefined;
}

/** Site, zone, event and language. Another site has other zones and events. */
function PlaceFields({ form: { values, faults, set }, sites, site }: PlaceFieldsProps) {
  const { t } = useText();
  const offered = useLanguages();
  const now = useNow(60_000);
  const chooseSite = (id: string) => {
    const places = defaultPlaces(
      sites.find((one) => String(one.id) === id),
      now,
    );
    set('installationId', places.installationId);
    set('zoneId', places.zoneId);
    set('eventId', places.eventId);
  };
  const known = isLanguage(values.language) && !offered.includes(values.language) ? [values.language] : [];
  return (
    <>
      <div className={styles.pair}>
        <LongSelectField
          label={t('reportForm.site')}
          name="installationId"
          value={String(values.installationId ?? '')}
          error={faults.installationId ?? null}
          options={withNone(
            values.installationId,
            sites.map(({ id, name }) => ({ value: String(id), text: name })),
          )}
          onChange={chooseSite}
        />
        <LongSelectField
          label={t('reportForm.zone')}
          name="zoneId"
          value={String(values.zoneId ?? '')}
          error={faults.zoneId ?? null}
          options={withNone(
            values.zoneId,
            (site?.zones ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
          )}
          onChange={(id) => set('zoneId', Number(id))}
        />
      </div>
      <div className={styles.pair}>
        <LongSelectField
          label={t('reportForm.event')}
          name="eventId"
          value={String(values.eventId ?? '')}
          error={faults.eventId ?? null}
          options={withNone(
            values.eventId,
            (site?.events ?? []).map((event) => ({
              value: String(event.id),
              text: eventText(event, now, t),
            })),
          )}
          onChange={(id) => set('eventId', Number(id))}
        />
        <SelectField
          label={t('reportForm.language')}
          name="language"
          value={values.language}
          error={faults.language ?? null}
          options={[...offered, ...known].map((code) => ({ value: code, text: languages[code].name, lang: code }))}
          onChange={(code) => set('language', code)}
        />
      </div>
      <EventWarning site={site} eventId={values.eventId} now={now} />
    </>
  );
}

/** Name of an event, with its state unless it is running. */
function eventText(event: ReportEvent, now: number, t: Translate): string {
  const time = findEventTime(event, now);
  return time === 'running' ? event.name : t(`reportForm.event.${time}`, { event: event.name });
}

/** Adds an empty option for a missing value, which would otherwise show the first option. */
const withNone = (value: number | null, options: readonly { readonly value: string; readonly text: string }[]) =>
  value === null ? [{ value: '', text: '' }, ...options] : options;

function EventWarning({ site, eventId, now }: { site: ReportSite | undefined; eventId: number | null; now: number }) {
  const { t } = useText();
  const event = site?.events.find(({ id }) => id === eventId);
  const time = event === undefined ? 'running' : findEventTime(event, now);
  if (time === 'running') return null;
  return (
    <p className={styles.warning}>
      <Icon name="alert" size={14} />
      {t(time === 'ended' ? 'reportForm.event.pickAnother' : 'reportForm.event.waits')}
    </p>
  );
}
