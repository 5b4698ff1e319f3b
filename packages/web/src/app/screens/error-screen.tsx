import { type MessageId, useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Logo } from '../../ui/icons/index.ts';
import { FullScreen } from '../../ui/page/full-screen.tsx';
import styles from './error-screen.module.css';
import { classifyFault, type Fault, useLeavingPage } from './page-fault.ts';

const words: Record<Fault, { title: MessageId; text: MessageId }> = {
  'stale application': { title: 'app.fault.stale', text: 'app.fault.stale.text' },
  'servers unavailable': { title: 'app.fault.servers', text: 'app.fault.servers.text' },
  unexpected: { title: 'app.fault.unexpected', text: 'app.fault.unexpected.text' },
};

/** Full-page error boundary: what happened and two actions. */
export function ErrorScreen({ error }: { error: unknown }) {
  return <FaultScreen error={error} whole />;
}

/** Error boundary of one page, inside the frame, so that other pages stay reachable. */
export function PageErrorScreen({ error }: { error: unknown }) {
  return <FaultScreen error={error} whole={false} />;
}

function FaultScreen({ error, whole }: { error: unknown; whole: boolean }) {
  const { t } = useText();
  const fault = classifyFault(error);
  const { title, text } = words[fault];
  // Firefox aborts pending requests when the user leaves the page. That is no error.
  if (useLeavingPage() && fault !== 'unexpected') return null;
  return (
    <FullScreen
      whole={whole}
      mark={<Logo size={36} />}
      title={t(title)}
      text={t(text)}
      detail={<Detail error={error} />}
      actions={
        <>
          <Button look="primary" icon="reload" onClick={() => location.reload()}>
            {t('app.reload')}
          </Button>
          {session.token() !== null && (
            <Button icon="logout" onClick={() => session.leave()}>
              {t('app.logout')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** The error's own text for support; collapsed, at most 250 px high (G04). */
function Detail({ error }: { error: unknown }) {
  const { t } = useText();
  if (!(error instanceof Error) || error.message === '') return null;
  return (
    <details className={styles.detail}>
      <summary>{t('app.fault.detail')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.said} dir="ltr" tabIndex={0}>
        {error.message}
      </pre>
    </details>
  );
}
