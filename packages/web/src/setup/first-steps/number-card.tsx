import { useQuery } from '@apollo/client/react';
import { formatDate, formatNumber } from '@atrium/domain/core/format';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { usePages } from '../../people/organization/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import styles from './first-steps.module.css';
import { FirstNumberDocument } from './operations.generated.ts';

const pollMs = 4000;

/** The first number: today's entries, live. */
export function NumberCard({ site }: { site: { readonly id: number; readonly name: string } }) {
  const { t, locale, dateFormat } = useText();
  const leadsTo = usePages();
  const { data } = useQuery(FirstNumberDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const latest = data?.firstSteps.site?.latestEntries;
  const isOpen = data?.firstSteps.site?.isOpen;
  return (
    <section className={styles.card} aria-label={t('firstSteps.number')}>
      <p className={styles.note}>
        {latest?.isToday === false
          ? t('firstSteps.onDay', { date: formatDate(latest.date, { locale, dateFormat }), site: site.name })
          : t('firstSteps.today', { site: site.name })}
      </p>
      <p className={styles.figure} role="status">
        {latest == null ? (
          <span className={styles.unknown}>{latest === null ? t('firstSteps.unknown') : '…'}</span>
        ) : (
          <bdi key={latest.entries} className={styles.fresh}>
            {formatNumber(latest.entries, { locale, decimals: 0 })}
          </bdi>
        )}
      </p>
      {latest?.isToday === false && <p>{t('firstSteps.notToday')}</p>}
      {isOpen === false && <p>{t('firstSteps.closedNow')}</p>}
      <div className={styles.next}>
        <Link
          to="/counting/$installationId"
          params={{ installationId: String(site.id) }}
          className={buttonClass('primary')}
        >
          {t('firstSteps.open', { site: site.name })}
        </Link>
        {/* Common next steps, if the viewer may take them. */}
        {leadsTo('/settings/user-management') && (
          <Link to="/settings/user-management" className={buttonClass('plain')}>
            {t('firstSteps.invite')}
          </Link>
        )}
        {leadsTo('/alerts/new-alert') && (
          <Link to="/alerts/new-alert" className={buttonClass('plain')}>
            {t('firstSteps.alert')}
          </Link>
        )}
        {leadsTo('/export-data') && (
          <Link to="/export-data" className={buttonClass('plain')}>
            {t('firstSteps.export')}
          </Link>
        )}
        {leadsTo('/settings/pages') && (
          <Link to="/settings/pages" className={buttonClass('plain')}>
            {t('firstSteps.makePage')}
          </Link>
        )}
      </div>
    </section>
  );
}
