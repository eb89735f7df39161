// Batteries: one that stands for itself, or that of an all-in-one machine. Asked by the sn of either; commands go to what
// listens, which is the machine.
import {
  firmwareWanted,
  machineSettings,
  minutes,
  requestId,
  scheduleWanted,
  told,
  wanted,
} from './commands.ts';
import { device } from './device.ts';
import { deviceFirmware } from './deviceFirmware.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { deviceOtaButton, plantParameterButton, pvPlantPage } from './grants.ts';
import { machineOverview, storageStatistics } from './machineFigures.ts';
import { body, sid, sn } from './values.ts';

const machine = { sn, sid: sid.nullish() };

export const battery = {
  hxOverview: endpoint({
    path: 'v2/battery/hx/overview',
    summary: 'What a battery does now and how full it is.',
    grant: pvPlantPage,
    input: body(machine),
    output: machineOverview,
  }),
  hxStatisticsOverview: endpoint({
    path: 'v2/battery/hx/statistics/overview',
    summary: 'What a battery took in and gave today, this month, this year and in all.',
    grant: pvPlantPage,
    input: body(machine),
    output: storageStatistics,
  }),
  hxParamsView: endpoint({
    path: 'v2/battery/hx/params/view',
    summary:
      'The schedule that a battery says it follows, what it was told, its firmware and what is there of a newer one. Of an inverter with strings the same without a schedule.',
    grant: pvPlantPage,
    input: body(machine),
    output: machineSettings.extend(deviceFirmware),
  }),
  hxParamsSetting: endpoint({
    path: 'v2/battery/hx/params/setting',
    summary: 'Tells the machine of a battery new parameters, or asks what it has.',
    grant: plantParameterButton,
    writes: true,
    input: body({ ...machine, values: wanted, minutes, requestId }),
    output: told,
  }),
  hxHistory: endpoint({
    path: 'v2/battery/hx/history',
    summary: 'Every report of a battery on one day, oldest first.',
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
    summary: 'Gives a battery a whole new schedule; without one asks which it follows.',
    grant: plantParameterButton,
    writes: true,
    input: body({ ...machine, schedule: scheduleWanted, minutes, requestId }),
    output: told,
  }),
  hxOta: endpoint({
    path: 'v2/battery/hx/ota',
    summary:
      'Tells the machine of a battery, or an inverter with strings, to fetch a firmware and install it; it says how far it is. Version, address and hash are those of a firmware that is published for its model, as `hx/params/view` answers them.',
    grant: deviceOtaButton,
    writes: true,
    input: body({ ...machine, ...firmwareWanted, minutes, requestId }),
    output: told,
  }),
} satisfies Contract;
