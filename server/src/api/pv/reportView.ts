import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { writtenReport } from '../../queries/report/mailed.ts';
import { requestedReport } from './internal/requestedReport.ts';

export default handler<typeof pv.reportView>(async (call) =>
  writtenReport(call.tx, await requestedReport(call), call.services.config),
);
