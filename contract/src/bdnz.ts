// The all-in-one machine: inverter, meter and battery in one, on three phases. It is asked by its own sn; charts and history
// are those of its parts.
import { commandResult, deviceSettings, minutes, requestId, wanted } from './commands.ts';
import { compositeOverview } from './compositeFigures.ts';
import { device } from './device.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { plantParameterButton, pvPlantPage } from './grants.ts';
import { body, sid, sn } from './values.ts';

const deviceInput = { sn, sid: sid.nullish() };

export const bdnz = {
  threeEcharts: endpoint({
    path: 'v2/bdnz/three/echarts',
    summary:
      'One chart of an all-in-one machine with the series of all its components; `types` as for a device.',
    grant: pvPlantPage,
    input: device.statisticsEcharts.input,
    output: device.statisticsEcharts.output,
  }),
  threeOverview: endpoint({
    path: 'v2/bdnz/three/overview',
    summary:
      'Current state of an all-in-one machine: energy flow between PV, grid, home and battery, and its three phases.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: compositeOverview,
  }),
  threeParamsView: endpoint({
    path: 'v2/bdnz/three/params/view',
    summary: 'Reported settings of an all-in-one machine, the time they were reported, and what can be set.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: deviceSettings,
  }),
  threeParamsSetting: endpoint({
    path: 'v2/bdnz/three/params/setting',
    summary: 'Sends new parameters to an all-in-one machine, or requests its current values.',
    grant: plantParameterButton,
    writes: true,
    input: body({ ...deviceInput, values: wanted, minutes, requestId }),
    output: commandResult,
  }),
  threeHistory: endpoint({
    path: 'v2/bdnz/three/history',
    summary: 'All messages of an all-in-one machine on one day, oldest first.',
    grant: pvPlantPage,
    input: device.history.input,
    output: device.history.output,
  }),
  threeHistoryDownload: endpoint({
    path: 'v2/bdnz/three/history/download',
    summary: 'The same for one day or a range of days as CSV, the columns of all components side by side.',
    grant: pvPlantPage,
    queue: 'bulk',
    input: device.historyDownload.input,
    output: device.historyDownload.output,
  }),
} satisfies Contract;
