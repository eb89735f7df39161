// Batteries: single ones and those of composite devices.
import { battery } from '@helioport/contract/battery';
import { fulfil } from '../../access/handler.ts';
import hxEcharts from './hxEcharts.ts';
import hxHistory from './hxHistory.ts';
import hxOta from './hxOta.ts';
import hxOverview from './hxOverview.ts';
import hxParamsSetting from './hxParamsSetting.ts';
import hxParamsView from './hxParamsView.ts';
import hxScheduling from './hxScheduling.ts';
import hxStatisticsOverview from './hxStatisticsOverview.ts';

export default fulfil(battery, {
  hxOverview,
  hxStatisticsOverview,
  hxParamsView,
  hxParamsSetting,
  hxHistory,
  hxEcharts,
  hxScheduling,
  hxOta,
});
