// Texts for the state of a device in a campaign.
import { translate } from '../../platform/texts.ts';

/** State of a device as text; '' for none. */
export const rolloutTitle = (lan: number, state: string): string =>
  state === '' ? '' : translate(lan, `campaign.device.${state}`);

/** Reasons determined by the portal; all others are reported by devices. */
const ownReasons = new Set(['refused', 'expired', 'withdrawn', 'gone']);

/** Reason of a failure as text. */
export const reasonText = (lan: number, reason: string): string =>
  ownReasons.has(reason) ? translate(lan, `campaign.failed.${reason}`) : reason;
