// Sends a report to a user: text, optional PDF, and the entry in the outbox.
import { brandById } from '@helioport/domain/brands';
import type { Span } from '@helioport/domain/reportSpans';
import type { Db, Tx } from '../../platform/db.ts';
import type { MailFile } from '../../platform/mail.ts';
import { allBrands } from '../../repositories/brands.ts';
import { queueComposed } from '../../repositories/mails.ts';
import type { FoundSite } from '../findSite.ts';
import { type MailFrame, reportMail } from './html.ts';
import { logoOf } from './logo.ts';
import { pdfName, reportPdf } from './pdf.ts';
import type { Report } from './report.ts';

interface Wearing {
  name: string;
  supportMail: string;
  logoHash: string | null;
}

/** Name, support address and logo of a brand for its emails and documents. */
export async function activeBrand(db: Db | Tx, brandId: number): Promise<Wearing> {
  const found = (await allBrands(db)).find(({ id }) => id === brandId);
  return found ?? { ...brandById(brandId), logoHash: null };
}

export interface Setting {
  found: FoundSite;
  span: Span;
  report: Report;
  brandId: number;
}

/** The report as an email, for preview and delivery. */
export async function writtenReport(
  tx: Tx,
  { found, report, brandId }: Setting,
  { publicUrl, endUrl }: { publicUrl: string; endUrl?: string },
): Promise<ReturnType<typeof reportMail>> {
  const frame: MailFrame = {
    brand: await activeBrand(tx, brandId),
    reader: report.reader,
    plantUrl: `${publicUrl}/pvPlant/detail?id=${encodeURIComponent(found.sid)}`,
    ...(endUrl === undefined ? {} : { endUrl }),
  };
  return reportMail(report.content, frame);
}

/** The report as a PDF with its file name. Takes up to 20 s, so no transaction should be open. */
export async function printedReport(
  db: Db | Tx,
  { found, span, report, brandId }: Setting,
): Promise<MailFile> {
  const brand = await activeBrand(db, brandId);
  const logo = await logoOf(db, brand.logoHash);
  const { content, reader } = report;
  return {
    name: pdfName(found.sid, span),
    data: await reportPdf({ content, reader, brandName: brand.name, logo }),
  };
}

interface Mailing extends Setting {
  to: string;
  /** The report as a PDF, see `printedReport`; absent if not requested. */
  file?: MailFile | undefined;
  publicUrl: string;
  /** Absent where the report was not ordered: there is no subscription to end. */
  endUrl?: string;
  now: number;
}

/** Adds a report to the outbox. */
export async function mailReport(tx: Tx, mailing: Mailing): Promise<void> {
  const { to, brandId, file, endUrl, now } = mailing;
  await queueComposed(tx, {
    kind: 'report',
    to,
    brandId,
    now,
    ...(await writtenReport(tx, mailing, mailing)),
    ...(file ? { file } : {}),
    ...(endUrl === undefined ? {} : { unsubscribeUrl: endUrl }),
  });
}
