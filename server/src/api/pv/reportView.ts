import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { writtenReport } from '../../queries/report/mailed.ts';
import { askedReport } from './internal/askedReport.ts';

const reportView: Handler<typeof pv.reportView> = async (call) =>
  writtenReport(call.tx, await askedReport(call), call.services.config);

export default reportView;
