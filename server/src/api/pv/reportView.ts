import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { writtenReport } from '../../queries/report/mailed.ts';
import { requestedReport } from './internal/requestedReport.ts';

const reportView: Handler<typeof pv.reportView> = async (call) =>
  writtenReport(call.tx, await requestedReport(call), call.services.config);

export default reportView;
