/** Push state of this browser. Only `off` and `on` can be changed here. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** A subscription as the server stores it. */
export interface PushKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const worker = '/push.js';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await present()) === null ? 'off' : 'on';
}

/** Asks for permission first; null if denied. Rejects if the push service is unreachable. */
export async function subscribe(key: string): Promise<PushKeys | null> {
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
export async function unsubscribe(): Promise<string | null> {
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
