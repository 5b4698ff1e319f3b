import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { forgetPickedLanguage, isLanguage, setLanguage, useText } from '../../../i18n/index.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import { chooseTheme } from '../../../ui/theme.ts';
import { CookieSettings } from '../../consent/consent-gate.tsx';
import {
  PushKeyDocument,
  RemovePushBrowserDocument,
  SavePushBrowserDocument,
  UpdateUserProfileDocument,
} from './operations.generated.ts';
import styles from './people.module.css';
import { type Person, type PreferenceValues, toPreferences } from './person.ts';
import { PreferenceFields } from './preference-fields.tsx';
import { ProfilePage } from './profile-page.tsx';

/** Push state of this browser. Only `off` and `on` can be changed here. */
type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** A subscription as the server stores it. */
interface PushKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const worker = '/push.js';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await present()) === null ? 'off' : 'on';
}

/** Asks for permission first; null if denied. Rejects if the push service is unreachable. */
async function subscribe(key: string): Promise<PushKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return keysOf(await pushManager.subscribe(options));
  } catch (error) {
    // A subscription with another server's key blocks a new one.
    const before = await pushManager.getSubscription();
    if (before === null) throw error;
    await before.unsubscribe();
    return keysOf(await pushManager.subscribe(options));
  }
}

/** Returns the endpoint that is no longer used; null if there was none. */
async function unsubscribe(): Promise<string | null> {
  const subscription = await present();
  if (subscription === null) return null;
  await subscription.unsubscribe();
  return subscription.endpoint;
}

async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function keysOf(subscription: PushSubscription): PushKeys {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Whether this browser shows alerts while no page is open. */
function PushSection() {
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

export function ProfilePreferencesPage() {
  return <ProfilePage>{(person) => <Preferences person={person} />}</ProfilePage>;
}

/** Saved preferences apply to all pages at once, including this one. */
function Preferences({ person }: { person: Person }) {
  const { t } = useText();
  const [update] = useMutation(UpdateUserProfileDocument);
  const form = useForm<PreferenceValues>({
    stored: toPreferences(person),
    order: ['theme', 'lang', 'dateFormat', 'timezone'],
    faultsOf: () => ({}),
    save: async ({ timezone, ...values }) => {
      try {
        await update({ variables: { profile: { ...values, timezone: timezone === '' ? null : timezone } } });
      } catch {
        showToast('error', t('profile.failed'));
        return {};
      }
      forgetPickedLanguage();
      if (isLanguage(values.lang)) await setLanguage(values.lang);
      chooseTheme(values.theme);
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return (
    <>
      <form {...form.props} noValidate>
        <SectionCard title={t('profile.settings')} text={t('profile.settings.text')}>
          <PreferenceFields form={form} />
          <FormActions form={form} />
        </SectionCard>
      </form>
      <PushSection />
      <CookieSettings />
    </>
  );
}
