// All-in-one devices.
export { default as threeEcharts } from './threeEcharts.ts';
export { default as threeHistory } from './threeHistory.ts';
export { default as threeHistoryDownload } from './threeHistoryDownload.ts';
export { default as threeOverview } from './threeOverview.ts';
export { default as threeParamsSetting } from './threeParamsSetting.ts';
export { default as threeParamsView } from './threeParamsView.ts';
