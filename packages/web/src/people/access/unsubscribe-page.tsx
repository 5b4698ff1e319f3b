import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loader } from '../../ui/page/full-screen.tsx';
import { ConfirmUnsubscribeDocument } from './operations.generated.ts';
import { ask, Refusal } from './session/index.ts';
import { PublicLayout } from './sign-in/public-layout.tsx';
import styles from './sign-in/sign-in.module.css';

type Outcome = 'busy' | 'done' | 'invalid' | 'failed';

/** Unsubscribes from a report's mails when opened. */
export function UnsubscribePage() {
  const { t } = useText();
  const { token } = useSearch({ from: '/unsubscribe-confirm' });
  const [attempt, setAttempt] = useState(0);
  const outcome = useUnsubscribed(token ?? null, attempt);
  useEffect(() => {
    document.title = `${t('signIn.unsubscribe.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <PublicLayout>
      {outcome === 'busy' ? (
        <Loader />
      ) : outcome === 'failed' ? (
        <>
          <h1 className={styles.title}>{t('signIn.unsubscribe.title')}</h1>
          <p className={styles.lead} role="alert">
            {t('signIn.unsubscribe.failed')}
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('signIn.gate.retry')}</Button>
        </>
      ) : (
        <div role="status">
          <h1 className={styles.title}>{t(`signIn.unsubscribe.${outcome}`)}</h1>
          <p className={styles.lead}>{t(`signIn.unsubscribe.${outcome}.text`)}</p>
        </div>
      )}
    </PublicLayout>
  );
}

/** One request per token, however often the page renders, because a token works once. */
const asked = new Map<string, Promise<Outcome>>();

function useUnsubscribed(token: string | null, attempt: number): Outcome {
  const [outcome, setOutcome] = useState<Outcome>(token === null ? 'invalid' : 'busy');
  useEffect(() => {
    if (token === null) return;
    let isGone = false;
    const key = `${attempt}/${token}`;
    const answer = asked.get(key) ?? unsubscribe(token);
    asked.set(key, answer);
    setOutcome('busy');
    void answer.then((known) => isGone || setOutcome(known));
    return () => {
      isGone = true;
    };
  }, [token, attempt]);
  return outcome;
}

async function unsubscribe(token: string): Promise<Outcome> {
  try {
    await ask(ConfirmUnsubscribeDocument, { token });
    return 'done';
  } catch (error) {
    return error instanceof Refusal && error.code === 'NOT_FOUND' ? 'invalid' : 'failed';
  }
}
