// What the screens of firmware share.
import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { call } from '../../api/client.ts';
import type { FileWay } from '../../api/sendFile.ts';

export type Firmware = OutputOf<typeof configuration.otaList>['list'][number];
export type Campaign = OutputOf<typeof configuration.otaCampaignList>['list'][number];

/** The calls by which files of firmware go out. */
export const firmwareWay: FileWay = {
  begin: (file) => call(configuration.otaFileBegin, file, { quiet: true }),
  piece: configuration.otaFilePiece,
};

export const firmwareName = ({ modelTitle, versionName }: Firmware): string => `${modelTitle} ${versionName}`;

/** How often a campaign that runs is looked at. */
export const CAMPAIGN_EVERY_MS = 5_000;

/** The mark of what became of a device, or of a campaign. */
export function toneOf(state: string): 'plain' | 'good' | 'alert' | 'act' {
  if (state === 'confirmed' || state === 'done') return 'good';
  if (state === 'failed' || state === 'stopped') return 'alert';
  return state === 'running' || state === 'sent' ? 'act' : 'plain';
}
