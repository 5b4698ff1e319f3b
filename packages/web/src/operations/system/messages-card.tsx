import { useMutation } from '@apollo/client/react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { useDates } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { type OwnPartFragment, SendTestMessageDocument } from './operations.generated.ts';
import styles from './system.module.css';

type Channel = OwnPartFragment['channels'][number];

/** Worst first: given up, not set up, waiting, working. */
function findState({
  delivery,
  failed,
  waiting,
  problem,
}: Channel): 'failing' | 'missing' | 'shown' | 'waiting' | 'ok' {
  if (delivery === 'none') return 'missing';
  if (delivery === 'outbox') return 'shown';
  if (failed > 0) return 'failing';
  return waiting > 0 && problem !== null ? 'waiting' : 'ok';
}

const looks = { failing: 'critical', missing: 'warning', shown: 'warning', waiting: 'warning', ok: 'ok' } as const;

/** Whether the organization's messages are delivered, with a test to oneself. */
export function MessagesCard({ channels }: { readonly channels: readonly Channel[] }) {
  const { t } = useText();
  return (
    <section className={styles.card} data-wide aria-label={t('system.messages')}>
      <h2 className={styles.title}>{t('system.messages')}</h2>
      <ul className={styles.rows}>
        {channels.map((channel) => (
          <li key={channel.channel} className={styles.channel}>
            <ChannelRow channel={channel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChannelRow({ channel }: { readonly channel: Channel }) {
  const { t } = useText();
  const { moment } = useDates();
  const state = findState(channel);
  const { channel: name, delivery, waiting, failed, lastSent, problem, test } = channel;
  const facts = [
    waiting > 0 ? t('system.waiting', { count: waiting }) : null,
    failed > 0 ? t('system.failedDay', { count: failed }) : null,
    lastSent === null ? null : t('system.lastSent', { time: moment(lastSent) }),
  ].filter((fact) => fact !== null);
  return (
    <>
      <span className={styles.name}>{t(`system.channel.${name}` as MessageId)}</span>
      <span className={styles.chip} data-look={looks[state]}>
        {t(`system.state.${state}`)}
      </span>
      <span className={styles.note}>
        {delivery !== 'sent' ? t(`system.missing.${name}` as MessageId) : facts.join(' · ') || t('system.nothingSent')}
        {problem !== null && <bdi className={styles.words}>{problem}</bdi>}
        {test !== null && (
          <span className={styles.words} role="status">
            {t(`system.test.${test.status}` as MessageId, { time: moment(test.at), problem: test.problem ?? '' })}
          </span>
        )}
      </span>
      {name !== 'push' && delivery !== 'none' && <Test channel={name as 'mail' | 'sms'} />}
    </>
  );
}

function Test({ channel }: { readonly channel: 'mail' | 'sms' }) {
  const { t } = useText();
  const [send, { loading }] = useMutation(SendTestMessageDocument);
  const test = async () => {
    const answer = await send({ variables: { channel } }).catch((error: unknown) => ({ error }));
    if ('data' in answer && answer.data) showToast('success', t('system.test.sending'));
    else showToast('error', t(channel === 'mail' ? 'system.test.refusedMail' : 'system.test.refusedSms'));
  };
  return (
    <Button aria-busy={loading} onClick={() => void test()}>
      {t('system.test')}
    </Button>
  );
}
