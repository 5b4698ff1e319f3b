import { useQuery } from '@apollo/client/react';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { InstallationCards } from './installation-cards.tsx';
import { MessagesCard } from './messages-card.tsx';
import { InstallationStateDocument, OwnSystemDocument } from './operations.generated.ts';
import styles from './system.module.css';
import { describeProblem, formatDuration, listOwnProblems } from './system-text.ts';
import { WaitingCard } from './waiting-card.tsx';

const pollMs = 10_000;

/** How the organization is served and, for operators, how the whole installation runs. */
export function SystemPage() {
  const text = useText();
  const { t } = text;
  const isOperator = useMayDo('installation');
  const own = useQuery(OwnSystemDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const whole = useQuery(InstallationStateDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
    skip: !isOperator,
  });
  const now = useNow(pollMs);
  const part = own.data?.system;
  const installation = whole.data?.installationState ?? null;
  const hasFailed = own.error !== undefined || whole.error !== undefined;
  if (part === undefined || (isOperator && whole.data === undefined))
    return (
      <>
        <PageHeader title={t('shell.system')} />
        {hasFailed ? <p className={styles.card}>{t('system.failed')}</p> : <Loading className={styles.ghost} />}
      </>
    );
  const problems =
    installation === null
      ? listOwnProblems(part, text)
      : installation.problems.map((problem) => describeProblem(problem, text));
  return (
    <>
      <PageHeader
        title={t('shell.system')}
        status={
          installation === null
            ? t('system.version', { version: part.version })
            : t('system.runningFor', { time: formatDuration((now - installation.startedAt) / 1000, text) })
        }
      />
      <Lead problems={problems} />
      {hasFailed && (
        <p className={styles.warning} role="status">
          {t('system.stale')}
        </p>
      )}
      <div className={styles.page}>
        <MessagesCard channels={part.channels} />
        <WaitingCard part={part} installation={installation} />
        {installation !== null && <InstallationCards installation={installation} />}
      </div>
    </>
  );
}

/** The worst problem in bold, the others below; or that all runs well. */
function Lead({ problems }: { readonly problems: readonly string[] }) {
  const { t } = useText();
  const [worst, ...others] = problems;
  if (worst === undefined) return <p className={styles.lead}>{t('system.well')}</p>;
  return (
    <div className={styles.leads} role="status">
      <p className={styles.lead}>
        <strong>{worst}</strong>
      </p>
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
