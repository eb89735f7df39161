import type { ReactNode } from 'react';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import './detail/deviceDetail.css';
import '../../components/table/phoneRows.css';

interface FrameTableProps {
  frames: readonly { at: number; bytes: string; isWhole: boolean }[];
  /** The plant's zone; without a plant, the reader's. */
  timeZone?: string;
}

/** Raw frames with the time at which they were received, in UTC on hover, and whether their checksums are valid. */
export function FrameTable({ frames, timeZone }: FrameTableProps): ReactNode {
  return (
    <div className="hp-rows">
      <table aria-label={t('device.frames.title')} className="hp-frame-table hp-phone-rows">
        <thead>
          <tr>
            <th scope="col">{t('device.frames.at')}</th>
            <th scope="col">{t('device.frames.checksums')}</th>
            <th scope="col">{t('device.frame.bytes')}</th>
          </tr>
        </thead>
        <tbody>
          {frames.map(({ at, bytes, isWhole }) => (
            <tr key={`${at} ${bytes}`}>
              <td>
                <time dateTime={new Date(at).toISOString()} title={formatInstant(at, 'UTC')}>
                  {formatInstant(at, timeZone)}
                </time>
              </td>
              <td>
                <Tag icon={isWhole ? 'check' : 'alert'} tone={isWhole ? 'good' : 'alert'}>
                  {isWhole ? t('device.frames.whole') : t('device.frames.broken')}
                </Tag>
              </td>
              <td>
                <CopyText
                  label={t('device.frame.bytes')}
                  shown={<code className="hp-device-bytes">{bytes.replaceAll(/(..)/g, '$1 ').trim()}</code>}
                  text={bytes}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
