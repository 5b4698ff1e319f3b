import { formatClock } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { SelectField } from '../../ui/form/controls.tsx';
import { formatClockPlace, formatHour } from './schedule-text.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

interface HourFieldProps {
  readonly hour: number;
  /** Time zone shown beside the field; null before a site is selected. */
  readonly timezone: string | null;
  readonly error?: string | null;
  readonly onChange: (hour: number) => void;
}

/** Hour of the site's time zone at which something is sent. */
export function HourField({ hour, timezone, error = null, onChange }: HourFieldProps) {
  const { t } = useText();
  const now = useNow(20_000);
  return (
    <SelectField
      label={t('schedule.hour')}
      name="hour"
      value={String(hour)}
      error={error}
      options={hours.map((one) => ({ value: String(one), text: formatHour(one) }))}
      {...(timezone !== null && {
        note: t('schedule.now', { place: formatClockPlace(timezone), time: formatClock(now, timezone) }),
      })}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
