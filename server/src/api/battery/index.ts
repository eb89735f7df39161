// Batteries: single ones and those of composite devices.
export { default as hxEcharts } from './hxEcharts.ts';
export { default as hxHistory } from './hxHistory.ts';
export { default as hxOta } from './hxOta.ts';
export { default as hxOverview } from './hxOverview.ts';
export { default as hxParamsSetting } from './hxParamsSetting.ts';
export { default as hxParamsView } from './hxParamsView.ts';
export { default as hxScheduling } from './hxScheduling.ts';
export { default as hxStatisticsOverview } from './hxStatisticsOverview.ts';
