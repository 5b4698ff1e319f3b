import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { SectionCard } from '../../../ui/sections/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { PushKeyDocument, RemovePushBrowserDocument, SavePushBrowserDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import { type PushState, readPushState, subscribe, unsubscribe } from './push-browser.ts';

/** Whether this browser shows alerts while no page is open. */
export function PushSection() {
  const { t } = useText();
  const client = useApolloClient();
  const [save] = useMutation(SavePushBrowserDocument);
  const [remove] = useMutation(RemovePushBrowserDocument);
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    readPushState().then(setState, () => setState('unsupported'));
  }, []);

  async function turn(isOn: boolean) {
    setBusy(true);
    try {
      if (isOn) {
        const { data } = await client.query({ query: PushKeyDocument });
        const keys = await subscribe(data?.pushKey ?? '');
        if (keys !== null) await save({ variables: keys });
      } else {
        const endpoint = await unsubscribe();
        if (endpoint !== null) await remove({ variables: { endpoint } });
      }
    } catch {
      showToast('error', t('profile.push.failed'));
    }
    setState(await readPushState());
    setBusy(false);
  }

  const isChangeable = state === 'on' || state === 'off';
  return (
    <SectionCard title={t('profile.push')} text={t('profile.push.text')}>
      {isChangeable && (
        <div className={styles.push}>
          <Switch
            label={t('profile.push.on')}
            isOn={state === 'on'}
            disabled={isBusy}
            onTurn={(isOn) => void turn(isOn)}
          />
          <span aria-hidden="true">{t('profile.push.on')}</span>
        </div>
      )}
      {state === 'denied' && <p>{t('profile.push.denied')}</p>}
      {state === 'unsupported' && <p>{t('profile.push.unsupported')}</p>}
    </SectionCard>
  );
}
