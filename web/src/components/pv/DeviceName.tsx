import { namedSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../base/CopyText.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import type { DeviceRow, ListedDevice } from './deviceRows.ts';
import './deviceName.css';

/** Which composite devices are expanded. */
export interface Fold {
  isOpen: (sn: string) => boolean;
  toggle: (sn: string) => void;
}

/** `isOpenAtFirst`: all composite devices are expanded until the user collapses them, for views about issues. */
export function useFold(isOpenAtFirst: boolean): Fold {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (sn) => turned.has(sn) !== isOpenAtFirst,
    toggle: (sn) =>
      setTurned(
        (before) => new Set(before.has(sn) ? [...before].filter((one) => one !== sn) : [...before, sn]),
      ),
  };
}

/**
 * The name with the serial number below; a composite device has a button that expands its components, which are
 * indented.
 */
export function DeviceName({ row, fold }: { row: DeviceRow<ListedDevice>; fold: Fold }): ReactNode {
  const { device, parts } = row;
  const isOpen = fold.isOpen(device.sn);
  return (
    <span className={device.part === '' ? 'hp-device-name' : 'hp-device-name hp-device-part'}>
      {parts.length > 0 && (
        <ToolButton
          icon={isOpen ? 'down' : 'right'}
          isOpen={isOpen}
          label={t('tree.below', { name: namedSn(device.alias, device.sn) })}
          onClick={() => fold.toggle(device.sn)}
          size={16}
        />
      )}
      <span className="hp-device-names">
        {device.alias !== '' && <Link to={paths.device(device.sn)}>{device.alias}</Link>}
        <CopyText
          label={t('site.field.sn')}
          shown={device.alias === '' ? <Link to={paths.device(device.sn)}>{device.sn}</Link> : device.sn}
          text={device.sn}
        />
      </span>
    </span>
  );
}
