// A finding in one sentence, in the language of the caller.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { say } from '../../platform/texts.ts';

interface Said {
  cause: FindingCause;
  moduleName: string;
  deviceName: string;
  device: string | null;
  arrayName: string;
  plantName: string;
}

/** What is wrong, and where. */
export function findingSentence(
  { cause, moduleName, deviceName, device, arrayName, plantName }: Said,
  { lan }: { lan: number; now: number },
): string {
  const place = moduleName || deviceName || device || arrayName || plantName;
  return `${place}: ${say(lan, `finding.cause.${cause}`)}`;
}
