import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { commissionPaper } from '../../queries/commission/paper.ts';
import { findSite } from '../../queries/findSite.ts';
import { logoOf } from '../../queries/report/logo.ts';
import { activeBrand } from '../../queries/report/mailed.ts';
import { readerOf, writingOf } from '../../queries/report/reader.ts';
import { commissionAnswer } from './internal/commission.ts';

export default handler<typeof site.commissionPdf>(async (call) => {
  const { tx, now, me, origin, input } = call;
  const lan = input.languageCode ?? call.lan;
  const found = await findSite(call, input.sid);
  const brand = await activeBrand(tx, origin.brandId);
  const data = await commissionPaper(tx, {
    found,
    now,
    brandName: brand.name,
    logo: await logoOf(tx, brand.logoHash),
    answer: await commissionAnswer({ ...call, lan }, input.sid),
    reader: readerOf({ ...(await writingOf(tx, me.userId)), languageCode: lan }),
  });
  return {
    fileName: `${found.sid}_commissioning.pdf`,
    type: 'application/pdf',
    base64: Buffer.from(data).toString('base64'),
  };
});
