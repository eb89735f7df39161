// Messages to browsers through their push services (RFC 8030, 8291, 8292). Content is encrypted for the browser; the
// endpoint is a foreign URL, restricted to the internet like that of a webhook.
import webPush from 'web-push';
import { isHookUrl, type PrivateHooks, postGuarded } from './webhook.ts';

/** VAPID keys that identify the sender to push services, base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/** Seconds for which a push service keeps a message for a browser that is not open. */
const KEPT_S = 24 * 3600;

interface Push {
  browser: { endpoint: string; p256dh: string; auth: string };
  body: unknown;
  isUrgent: boolean;
  keys: PushKeys;
  /** Address of the portal or of its operator, `https:` or `mailto:`. */
  subject: string;
  allowsPrivate: PrivateHooks;
}

/** Sends a push message; 'gone': the subscription has ended. Rejects with the error. */
export async function sendPush(push: Push): Promise<'sent' | 'gone'> {
  const { browser, body, isUrgent, keys, subject, allowsPrivate } = push;
  const { endpoint, p256dh, auth } = browser;
  if (!isHookUrl(endpoint, allowsPrivate)) return 'gone';
  const { headers, body: encrypted } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(body),
    {
      TTL: KEPT_S,
      contentEncoding: 'aes128gcm',
      urgency: isUrgent ? 'high' : 'normal',
      vapidDetails: { subject, ...keys },
    },
  );
  const { status } = await postGuarded({ url: endpoint, headers, body: encrypted, allowsPrivate });
  if (status === 404 || status === 410) return 'gone';
  if (status < 200 || status > 299) throw new Error(`answered ${status}`);
  return 'sent';
}

/** Whether a browser's keys are such: a point of P-256 and 16 bytes, base64url. */
export const arePushKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
};
