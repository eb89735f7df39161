import type { Me } from '../../../access/me.ts';
import type { Tx } from '../../../platform/db.ts';
import { writeAudit } from '../../../repositories/audit.ts';
import {
  type ReportSettings,
  reportSettingsOf,
  setReportSettings,
} from '../../../repositories/reportSettings.ts';

interface Saving {
  tx: Tx;
  me: Me;
  now: number;
  site: { siteId: number; companyId: number | null };
  /** Subject in the audit log. */
  subject: string;
  /** Changes to the current settings. */
  change: (before: ReportSettings) => Partial<ReportSettings>;
}

/** Sets what the caller is sent of a plant, and notes it. */
export async function saveSettings({ tx, me, now, site, subject, change }: Saving): Promise<void> {
  const whose = { siteId: site.siteId, userId: me.userId };
  const before = await reportSettingsOf(tx, whose);
  const after = { ...before, ...change(before) };
  await setReportSettings(tx, whose, { ...after, now });
  await writeAudit(tx, me, now, {
    action: 'pv.snReportSetUp',
    subject,
    siteId: site.siteId,
    companyId: site.companyId,
    detail: { before, after },
  });
}
