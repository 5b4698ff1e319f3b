import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { formatType } from '../words/index.ts';
import styles from './list.module.css';

/** Popular first alerts. */
const suggested = ['CO2', 'limit', 'status'] as const;

/** Empty state: what alerts are for, and suggestions. */
export function EmptyList({ mayCreate }: { mayCreate: boolean }) {
  const text = useText();
  const { t } = text;
  return (
    <section className={styles.empty}>
      <h2 className={styles.emptyTitle}>{t('alerts.none')}</h2>
      <p>{t('alerts.none.text')}</p>
      {mayCreate && (
        <p className={styles.suggestions}>
          {suggested.map((type) => (
            <Link key={type} to="/alerts/new-alert" search={{ type }} className={buttonClass('plain')}>
              {formatType(type, text)}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
