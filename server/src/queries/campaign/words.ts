// The words for what became of a device in a campaign.
import { say } from '../../platform/texts.ts';

/** What became of a device in words; '' for none. */
export const rolloutTitle = (lan: number, state: string): string =>
  state === '' ? '' : say(lan, `campaign.device.${state}`);

/** Reasons that are the portal's; all others are what a device said. */
const ownReasons = new Set(['refused', 'expired', 'withdrawn', 'gone']);

/** Why a device failed, in words. */
export const reasonText = (lan: number, reason: string): string =>
  ownReasons.has(reason) ? say(lan, `campaign.failed.${reason}`) : reason;
