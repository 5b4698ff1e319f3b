import { useMutation } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { SectionCard } from '../../../ui/sections/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { session } from '../../session/index.ts';
import { LogoutEverywhereDocument } from '../operations.generated.ts';
import styles from '../people.module.css';

/** Signs the viewer out everywhere. */
export function SessionsSection() {
  const { t } = useText();
  const [end, { loading }] = useMutation(LogoutEverywhereDocument);

  async function leave() {
    if (loading) return;
    try {
      await session.leaveEverywhere(() => end());
    } catch {
      showToast('error', t('profile.failed'));
    }
  }

  return (
    <SectionCard title={t('profile.sessions')} text={t('profile.sessions.text')}>
      <div className={styles.contactFoot}>
        <Button aria-busy={loading} onClick={() => void leave()}>
          {t('profile.sessions.end')}
        </Button>
      </div>
    </SectionCard>
  );
}
