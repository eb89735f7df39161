// Shared by the parts of the device page.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { DeviceKind } from '@helioport/domain/deviceKinds';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallFailure } from '../../../api/failure.ts';

export type DeviceDetail = OutputOf<typeof device.detail>;
type DeviceOverview = OutputOf<typeof device.statisticsOverview>;

export interface DeviceView {
  sn: string;
  /** Of its plant. */
  sid: string;
  detail: DeviceDetail;
  overview: UseQueryResult<DeviceOverview, CallFailure>;
  /** The device type from the catalog. */
  kind: DeviceKind;
  /** Of its plant. */
  timeZone: string;
  /** The instant of this data, ms. */
  now: number;
}

/** The display name. */
export const nameOf = ({ alias, sn }: Pick<DeviceDetail, 'alias' | 'sn'>): string => alias || sn;
