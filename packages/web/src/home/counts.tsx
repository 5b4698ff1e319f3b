import { useQuery } from '@apollo/client/react';
import { type MessageId, useText } from '../i18n/index.ts';
import { useViewer } from '../organization/index.ts';
import styles from './home.module.css';
import { HomeCountsDocument, type HomeCountsQuery } from './operations.generated.ts';

type Stats = HomeCountsQuery['organizationStats'];

const shown: readonly {
  label: MessageId;
  count: (stats: Stats) => number;
  note?: (stats: Stats) => Record<string, number>;
}[] = [
  { label: 'home.sites', count: (stats) => stats.installationCount },
  { label: 'home.users', count: (stats) => stats.userCount },
  {
    label: 'home.sensors',
    count: (stats) => stats.totalDeviceCount,
    note: ({ totalDeviceCount, padCount, deviceAtmosphereCount }) => ({
      padCount,
      deviceAtmosphereCount,
      others: totalDeviceCount - padCount - deviceAtmosphereCount,
    }),
  },
];

/** Number of sites, people and sensors; a dash while loading or unavailable. */
export function Counts() {
  const { t, locale } = useText();
  const { organization } = useViewer();
  const { data } = useQuery(HomeCountsDocument, { variables: { organizationId: organization.id } });
  const stats = data?.organizationStats;
  return (
    <dl className={styles.counts} aria-busy={stats === undefined}>
      {shown.map(({ label, count, note }) => (
        <div key={label} className={styles.card}>
          <dt className={styles.label}>{t(label)}</dt>
          <dd className={styles.value}>
            <bdi dir="ltr">{stats === undefined ? '–' : new Intl.NumberFormat(locale).format(count(stats))}</bdi>
          </dd>
          {note !== undefined && (
            <dd className={styles.note}>{stats !== undefined && t('home.sensors.note', note(stats))}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
