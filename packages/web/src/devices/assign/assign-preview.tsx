import { useQuery } from '@apollo/client/react';
import { formatShortDay, formatSigned } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { formatCount, type Place, type Sender } from '../device-text.ts';
import styles from '../devices.module.css';
import { PlacingAddsDocument } from '../operations.generated.ts';

interface AssignPreviewProps {
  readonly sender: Sender;
  readonly place: Place;
  readonly since: number;
  readonly use: string;
}

/** Maximum number of days listed individually. */
const maxNamedDays = 3;

/** Previews what assigning the device to this place would count. */
export function AssignPreview({ sender, place, since, use }: AssignPreviewProps) {
  const text = useText();
  const { t, locale } = text;
  const { passageId, zoneId } = place;
  const { data } = useQuery(PlacingAddsDocument, {
    variables: { senderId: sender.id, passageId, zoneId, since },
    fetchPolicy: 'cache-and-network',
  });
  if (data === undefined) return null;
  const days = data.placingAdds;
  const readings = days.reduce((sum, day) => sum + day.readings, 0);
  return (
    <div className={styles.adds} role="status">
      <h3>{t('devices.adds')}</h3>
      {use === 'counter' && days.length > 0 && (
        <p>
          {t('devices.addsEntries', { site: place.site })}{' '}
          {days.slice(-maxNamedDays).map(({ date, entries }) => (
            <span key={date} className={styles.day}>
              {formatShortDay(date, text)} <strong>{formatSigned(entries, { locale, decimals: 0 })}</strong>
            </span>
          ))}
        </p>
      )}
      <p className={styles.note}>
        {readings === 0
          ? t('devices.addsNothing')
          : t('devices.addsReadings', { count: readings, readings: formatCount(readings, text) })}
      </p>
    </div>
  );
}
