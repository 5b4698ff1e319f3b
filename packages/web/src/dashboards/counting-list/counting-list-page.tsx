import { useQuery } from '@apollo/client/react';
import { countsPeople } from '@atrium/domain/dashboards';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { PageHeader } from '../../ui/page/index.ts';
import { NumbersFailed, Quiet } from '../counting/states.tsx';
import { CountingSitesDocument, type CountingSitesQuery } from '../operations.generated.ts';
import styles from './counting-list.module.css';

type Installation = CountingSitesQuery['allInstallations'][number];

/** Every site where people are counted, by name. */
export function CountingListPage() {
  const { say, locale } = useText();
  const { data, error, refetch } = useQuery(CountingSitesDocument);
  const sites = data && countingSites(data.allInstallations, Date.now(), locale);
  return (
    <>
      <PageHeader title={say('counting.list')} status={sites && say('counting.list.count', { count: sites.length })} />
      {error && !sites && <NumbersFailed error={error} retry={() => void refetch()} />}
      {!error && !sites && <div className={styles.ghost} role="status" aria-label={say('counting.loading')} />}
      {sites?.length === 0 && <Quiet text={say('counting.list.none')} />}
      {sites && sites.length > 0 && (
        <ul className={styles.list}>
          {sites.map((site) => (
            <li key={site.id}>
              <Link to="/counting/$installationId" params={{ installationId: String(site.id) }} className={styles.site}>
                <span className={styles.name}>{site.name}</span>
                <span className={styles.city}>{site.city}</span>
                <Icon name="chevronEnd" size={14} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countingSites(installations: readonly Installation[], now: number, locale: string): readonly Installation[] {
  return installations
    .filter((site) =>
      countsPeople(
        site.events.map((event) => ({
          metrics: event.metrics,
          begin: event.neverEnding ? null : event.dateBegin,
          end: event.neverEnding ? null : event.dateEnd,
        })),
        now,
      ),
    )
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
}
