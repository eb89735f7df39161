// Deletes obsolete data; scheduler.ts defines when: expired sessions and links, old emails, unconfirmed accounts,
// expired shares, unused images, and exported files past their retention.
import { deleteOldCounts } from '../repositories/callCounts.ts';
import { deleteOldImports } from '../repositories/cloudImports.ts';
import { deleteOldDownloads } from '../repositories/downloads.ts';
import { deleteUnusedFiles } from '../repositories/files.ts';
import { deleteUnusedLargeFiles } from '../repositories/largeFiles.ts';
import { deleteOldMailLinks } from '../repositories/mailLinks.ts';
import { deleteOldMailRequests } from '../repositories/mailRequests.ts';
import { deleteOldMails } from '../repositories/mails.ts';
import { deleteUnconfirmed } from '../repositories/registrations.ts';
import { deleteExpiredSessions } from '../repositories/sessions.ts';
import { deleteEndedShares } from '../repositories/shares.ts';
import { deleteOldTries } from '../repositories/signInTries.ts';
import { deleteOldOffers } from '../repositories/siteOffers.ts';
import { deleteExpiredUpstreamFrames, deleteSurplusUpstreamFrames } from '../repositories/upstreamFrames.ts';
import { deleteOldDeliveries } from '../repositories/webhooks.ts';
import { deleteOldAlarms } from '../timeseries/alarms/steps.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock'>;

/** Tidies once; returns how much of what went. */
export async function tidy({ db, clock }: Parts): Promise<Record<string, number>> {
  const now = clock();
  return {
    sessions: await deleteExpiredSessions(db, now),
    signInTries: await deleteOldTries(db, now),
    mailLinks: await deleteOldMailLinks(db, now),
    mailRequests: await deleteOldMailRequests(db, now),
    mails: await deleteOldMails(db, now),
    unconfirmed: await deleteUnconfirmed(db, now),
    shares: await deleteEndedShares(db, now),
    offers: await deleteOldOffers(db, now),
    deliveries: await deleteOldDeliveries(db, now),
    upstreamFrames: (await deleteExpiredUpstreamFrames(db, now)) + (await deleteSurplusUpstreamFrames(db)),
    alarms: await deleteOldAlarms(db, now),
    callCounts: await deleteOldCounts(db),
    downloads: await deleteOldDownloads(db, now),
    cloudImports: await deleteOldImports(db, now),
    files: await deleteUnusedFiles(db, now),
    largeFiles: await deleteUnusedLargeFiles(db, now),
  };
}
