// Batteries: one that stands for itself, or that of an all-in-one machine. Asked by the sn of either; commands go to what
// listens, which is the machine.
import {
  commandResult,
  deviceSettings,
  firmwareWanted,
  minutes,
  requestId,
  scheduleWanted,
  wanted,
} from './commands.ts';
import { compositeOverview, storageStatistics } from './compositeFigures.ts';
import { device } from './device.ts';
import { deviceFirmware } from './deviceFirmware.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { deviceOtaButton, plantParameterButton, pvPlantPage } from './grants.ts';
import { body, sid, sn } from './values.ts';

const deviceInput = { sn, sid: sid.nullish() };

export const battery = {
  hxOverview: endpoint({
    path: 'v2/battery/hx/overview',
    summary: 'Current power and state of charge of a battery.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: compositeOverview,
  }),
  hxStatisticsOverview: endpoint({
    path: 'v2/battery/hx/statistics/overview',
    summary: 'Energy charged and discharged by a battery today, this month, this year and over its lifetime.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: storageStatistics,
  }),
  hxParamsView: endpoint({
    path: 'v2/battery/hx/params/view',
    summary:
      'The schedule that a battery reports, the commands sent to it, its firmware and any newer version. For a string machine the same without a schedule.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: deviceSettings.extend(deviceFirmware),
  }),
  hxParamsSetting: endpoint({
    path: 'v2/battery/hx/params/setting',
    summary: "Sends new parameters to a battery's composite device, or requests its current values.",
    grant: plantParameterButton,
    writes: true,
    input: body({ ...deviceInput, values: wanted, minutes, requestId }),
    output: commandResult,
  }),
  hxHistory: endpoint({
    path: 'v2/battery/hx/history',
    summary: 'All readings of a battery on one day, oldest first.',
    grant: pvPlantPage,
    input: device.history.input,
    output: device.history.output,
  }),
  hxEcharts: endpoint({
    path: 'v2/battery/hx/echarts',
    summary: 'One chart of a battery; `types` as for a device.',
    grant: pvPlantPage,
    input: device.statisticsEcharts.input,
    output: device.statisticsEcharts.output,
  }),
  hxScheduling: endpoint({
    path: 'v2/battery/hx/scheduling',
    summary: 'Replaces the schedule of a battery; without one, requests the current schedule.',
    grant: plantParameterButton,
    writes: true,
    input: body({ ...deviceInput, schedule: scheduleWanted, minutes, requestId }),
    output: commandResult,
  }),
  hxOta: endpoint({
    path: 'v2/battery/hx/ota',
    summary:
      "Tells a battery's composite device, or a string machine, to download and install firmware; it reports its progress. Version, address and hash are those of firmware published for its model, as returned by `hx/params/view`.",
    grant: deviceOtaButton,
    writes: true,
    input: body({ ...deviceInput, ...firmwareWanted, minutes, requestId }),
    output: commandResult,
  }),
} satisfies Contract;
