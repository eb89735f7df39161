// Weather of a plant's location, and emailed reports. Values and charts of plants are in the module `site`.
export { default as delete } from './delete.ts';
export { default as reportMail } from './reportMail.ts';
export { default as reportPdf } from './reportPdf.ts';
export { default as reportSettings } from './reportSettings.ts';
export { default as reportSetUp } from './reportSetUp.ts';
export { default as reportUnsubscribe } from './reportUnsubscribe.ts';
export { default as reportView } from './reportView.ts';
export { default as snReportSettings } from './snReportSettings.ts';
export { default as snReportSetUp } from './snReportSetUp.ts';
export { default as weather7Day } from './weather7Day.ts';
