// Shared by the firmware pages.
import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { call } from '../../api/client.ts';
import type { FileWay } from '../../api/sendFile.ts';

export type Firmware = OutputOf<typeof configuration.otaList>['list'][number];
export type Campaign = OutputOf<typeof configuration.otaCampaignList>['list'][number];

/** The calls to upload firmware files. */
export const firmwareWay: FileWay = {
  begin: (file) => call(configuration.otaFileBegin, file, { quiet: true }),
  piece: configuration.otaFilePiece,
};

export const firmwareName = ({ modelTitle, versionName }: Firmware): string => `${modelTitle} ${versionName}`;

/** Polling interval of a running campaign. */
export const CAMPAIGN_EVERY_MS = 5_000;

/** The tag color of a device or campaign state. */
export function toneOf(state: string): 'plain' | 'good' | 'alert' | 'act' {
  if (state === 'confirmed' || state === 'done') return 'good';
  if (state === 'failed' || state === 'stopped') return 'alert';
  return state === 'running' || state === 'sent' ? 'act' : 'plain';
}
