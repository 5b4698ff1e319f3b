import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { loadPublicSettings } from '../../people/consent/consent.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Icon, Logo } from '../../ui/icons/index.ts';
import { FullScreen } from '../../ui/page/full-screen.tsx';
import styles from './migration-notices.module.css';

interface NoticeProps {
  /** The last day, formatted. */
  readonly date: string;
}

/** The banner before the deadline, or the page after it. */
export function MigrationNotice({ state, date }: { state: 'near' | 'over'; date: string }) {
  return state === 'near' ? <NearNotice date={date} /> : <OverNotice date={date} />;
}

/** Banner of the last days: date, link to the new version, and guide. */
function NearNotice({ date }: NoticeProps) {
  const { t } = useText();
  return (
    <aside className={styles.banner} aria-label={t('migration.title')}>
      <Icon name="alert" />
      <p>{t('migration.near', { date })}</p>
      <div className={styles.actions}>
        <TryNow look="primary" />
        <Guide />
      </div>
    </aside>
  );
}

/** Replaces every page except the guide after the deadline. */
function OverNotice({ date }: NoticeProps) {
  const { t } = useText();
  return (
    <FullScreen
      whole
      mark={<Logo size={36} />}
      title={t('migration.over')}
      text={t('migration.over.text', { date })}
      actions={
        <>
          <TryNow look="primary" />
          <Guide />
          <Button icon="logout" onClick={() => void session.leave()}>
            {t('app.logout')}
          </Button>
        </>
      }
    />
  );
}

/** Links to the newer version; if its URL is not configured, to the guide. */
function TryNow({ look }: { look: 'primary' }) {
  const { t } = useText();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    loadPublicSettings().then(
      ({ migrationUrl }) => isHere && setUrl(migrationUrl),
      // Falls back to the guide.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  return url === null ? (
    <Link to="/help" hash="migration" className={buttonClass(look)}>
      {t('migration.tryNow')}
    </Link>
  ) : (
    <a href={url} className={buttonClass(look)}>
      {t('migration.tryNow')}
    </a>
  );
}

function Guide() {
  const { t } = useText();
  return (
    <Link to="/help" hash="migration" className={buttonClass('plain')}>
      {t('migration.learnMore')}
    </Link>
  );
}
