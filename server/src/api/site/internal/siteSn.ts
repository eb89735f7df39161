// A device as the list and the detail of plants carry it. Its `model` is the name of the model.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { partOf } from '@helioport/domain/deviceIdentity';
import { powerFieldsOf } from '@helioport/domain/figures';
import { deviceNowOf } from '../../../queries/stateNow.ts';
import { alertOf, lastUpdateOf, modelOf } from '../../../queries/words.ts';
import type { SiteDevice } from './devices.ts';

export type SiteSn = OutputOf<typeof site.detail>['sn'][number];

export const siteSnOf = (device: SiteDevice, now: number, lan: number): SiteSn => ({
  sid: device.sid,
  sn: device.sn,
  alias: device.alias,
  ...partOf(device.sn),
  model: modelOf(device, lan).modelName,
  ...deviceNowOf(device, lan),
  ...alertOf(device.statusBits, lan),
  ...lastUpdateOf(device.lastAt, device.timezone, now, lan),
  ...powerFieldsOf(device.nowW, device.todayWh, device.totalWh),
});
