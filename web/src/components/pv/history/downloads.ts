// Downloads of histories that the user has requested: progress and download.
import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { bytesText } from '../../base/bytes.ts';
import { dateText } from '../plantClock.ts';

export type Download = OutputOf<typeof device.downloadList>['list'][number];

const LOOK_EVERY_MS = 2000;

export const isOpen = ({ state }: Download): boolean => state === 'waiting' || state === 'writing';

/** The user's own files, polled while one is being written. */
export function useDownloads(input: Parameters<typeof useCall<typeof device.downloadList>>[1]) {
  const [isWriting, setWriting] = useState(false);
  const answer = useCall(device.downloadList, input, {
    live: 'none',
    keepsPrevious: true,
    staleMs: 0,
    ...(isWriting ? { refreshMs: LOOK_EVERY_MS } : {}),
  });
  const isSo = answer.data?.list.some(isOpen) ?? false;
  if (isSo !== isWriting) setWriting(isSo);
  return answer;
}

/** Downloads a file; its URL can be used only once. */
export async function fetchDownload({ id }: Download): Promise<void> {
  const { address } = await call(device.downloadAddress, { id }, { quiet: false });
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** "Jun 22, 2025 – Jun 21, 2026". */
export const spanOf = ({ from, to }: Download): string => `${dateText(from)} – ${dateText(to)}`;

const shareText = (share: number) => numberFormat({ style: 'percent' }).format(share);

/** The state as text. */
export function stateText({ state, reason, percent, bytes }: Download): string {
  switch (state) {
    case 'waiting':
      return t('site.history.file.waiting');
    case 'writing':
      return t('site.history.file.writing', { share: shareText(percent / 100) });
    case 'done':
      return t('site.history.file.done', { value: bytesText(bytes) });
    case 'failed':
      return failureText(reason);
  }
}

function failureText(reason: Download['reason']): string {
  switch (reason) {
    case 'tooLarge':
      return t('site.history.file.tooLarge');
    case 'noRight':
      return t('site.history.file.noRight');
    default:
      return t('site.history.file.trouble');
  }
}
