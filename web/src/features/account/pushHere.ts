// Push notifications in this browser: support and activation. The service worker public/push.js shows them.

const WORKER = '/push.js';

/** Whether this browser supports push notifications; none does without HTTPS. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether the user has blocked notifications. */
export const isPushRefused = (): boolean => Notification.permission === 'denied';

export interface PushHere {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Asks the user for permission and subscribes to the push service. Undefined: the user declined; rejects if the
 * service cannot be reached.
 */
export async function pushHere(fetchKey: () => Promise<string>): Promise<PushHere | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = await fetchKey();
  // An older subscription can belong to the keys of another installation.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, p256dh, auth };
}
