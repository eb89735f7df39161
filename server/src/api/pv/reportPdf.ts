import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { printedReport } from '../../queries/report/mailed.ts';
import { requestedReport } from './internal/requestedReport.ts';

export default handler<typeof pv.reportPdf>(async (call) => {
  const { name, data } = await printedReport(call.tx, await requestedReport(call));
  return { fileName: name, type: 'application/pdf', base64: Buffer.from(data).toString('base64') };
});
