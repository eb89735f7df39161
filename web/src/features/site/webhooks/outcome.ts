import type { OutputOf } from '@helioport/contract/endpoint';
import type { webhook } from '@helioport/contract/webhook';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';

/** Shows the outcome of a test or a repetition. */
export function toastOutcome({ isDelivered, error }: OutputOf<typeof webhook.test>): void {
  if (isDelivered) toast(t('webhook.delivered'), 'success');
  else toast(t('public.labelled', { label: t('webhook.failed'), value: error }), 'error');
}
