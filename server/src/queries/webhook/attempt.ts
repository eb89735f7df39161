// One attempt of a delivery, as the log stores it.
import type { Log } from '../../platform/log.ts';
import { type Hook, isAccepted, sendHook } from '../../platform/webhook.ts';
import type { Attempt } from '../../repositories/webhooks.ts';

/** Posts once; never rejects. */
export async function attemptHook(hook: Hook, log?: Log): Promise<Attempt> {
  const begunAt = performance.now();
  const durationMs = () => Math.round(performance.now() - begunAt);
  try {
    const { status, text } = await sendHook(hook);
    const isDelivered = isAccepted(status);
    const error = isDelivered ? '' : `answered ${status}`;
    return { isDelivered, status, durationMs: durationMs(), answer: text, error };
  } catch (error) {
    const { message, cause } = error as Error;
    log?.info({ reason: message, cause }, 'webhook event not sent');
    // The time until a failure would reveal whether an internal host exists.
    return { isDelivered: false, status: null, durationMs: null, answer: '', error: message };
  }
}
