// All-in-one devices.
import { bdnz } from '@helioport/contract/bdnz';
import { fulfil } from '../../access/handler.ts';
import threeEcharts from './threeEcharts.ts';
import threeHistory from './threeHistory.ts';
import threeHistoryDownload from './threeHistoryDownload.ts';
import threeOverview from './threeOverview.ts';
import threeParamsSetting from './threeParamsSetting.ts';
import threeParamsView from './threeParamsView.ts';

export default fulfil(bdnz, {
  threeEcharts,
  threeOverview,
  threeParamsView,
  threeParamsSetting,
  threeHistory,
  threeHistoryDownload,
});
