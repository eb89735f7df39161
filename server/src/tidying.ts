// What nobody needs any more goes, once an hour: dead sessions and links, old mails, accounts that were never confirmed,
// pictures that nobody uses.
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { openFileStore } from './platform/files.ts';
import type { Log } from './platform/log.ts';
import { deleteUnusedFiles } from './records/files.ts';
import { deleteOldMailLinks } from './records/mailLinks.ts';
import { deleteOldMailRequests } from './records/mailRequests.ts';
import { deleteOldMails } from './records/mails.ts';
import { deleteUnconfirmed } from './records/registrations.ts';
import { deleteExpiredSessions } from './records/sessions.ts';

interface Parts {
  db: Db;
  clock: Clock;
  dataDir: string;
}

/** Tidies once; returns how much of what went. */
export async function tidy({ db, clock, dataDir }: Parts): Promise<Record<string, number>> {
  const now = clock();
  return {
    sessions: await deleteExpiredSessions(db, now),
    mailLinks: await deleteOldMailLinks(db, now),
    mailRequests: await deleteOldMailRequests(db, now),
    mails: await deleteOldMails(db, now),
    unconfirmed: await deleteUnconfirmed(db, now),
    files: await deleteUnusedFiles(db, openFileStore(dataDir), now),
  };
}

/** Tidies every hour, the first time a minute after the start. */
export function startTidying(parts: Parts & { log: Log }): { stop(): Promise<void> } {
  const { log } = parts;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let round: Promise<void> = Promise.resolve();
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      round = tidy(parts)
        .then((gone) => log.debug(gone, 'tidied'))
        .catch((error: Error) => log.warn({ err: error }, 'tidying failed'))
        .then(() => (isStopped ? undefined : wait(3_600_000)));
    }, ms);
  };
  wait(60_000);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
