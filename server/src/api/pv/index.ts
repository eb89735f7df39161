// Weather of a plant's location, and emailed reports. Values and charts of plants are in the module `site`.
import { pv } from '@helioport/contract/pv';
import { fulfil } from '../../access/handler.ts';
import remove from './delete.ts';
import reportMail from './reportMail.ts';
import reportPdf from './reportPdf.ts';
import reportSettings from './reportSettings.ts';
import reportSetUp from './reportSetUp.ts';
import reportUnsubscribe from './reportUnsubscribe.ts';
import reportView from './reportView.ts';
import snReportSettings from './snReportSettings.ts';
import snReportSetUp from './snReportSetUp.ts';
import weather7Day from './weather7Day.ts';

export default fulfil(pv, {
  weather7Day,
  snReportSettings,
  snReportSetUp,
  delete: remove,
  reportSettings,
  reportSetUp,
  reportView,
  reportPdf,
  reportMail,
  reportUnsubscribe,
});
