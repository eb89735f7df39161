import type { alarm } from '@helioport/contract/alarm';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { createShares } from '../../access/share.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { tryMailServer } from '../../platform/mail.ts';
import { postHook } from '../../platform/webhook.ts';
import { pushTo } from '../../queries/alarm/push.ts';
import { readerOf, writingOf } from '../../queries/report/reader.ts';
import { queueMail } from '../../repositories/mails.ts';
import { noticeSettingsOf } from '../../repositories/notices.ts';

/** Where users see and change their notifications. */
const NOTICES = '/ucenter/account?tab=notices';

/** Calls webhook or mail server before the transaction, because they may take seconds to respond. */
async function prepare({
  input,
  me,
  tx,
  now,
  services,
}: EarlyCall<typeof alarm.noticesTest>): Promise<string> {
  if (input.channel === 'mail') {
    const { smtp } = services.config;
    const error = await attempts.of(me)('mailServer', smtp?.url, () => mailError(smtp));
    return me.isOperator ? error.message : error.code;
  }
  if (input.channel !== 'webhook') return '';
  const { webhookUrl: url, webhookSecret: secret } = await noticeSettingsOf(tx, me.userId);
  return await postHook({
    url,
    secret,
    now,
    id: `test-${now}`,
    body: { version: 1, event: 'test' },
    allowsPrivate: services.config.allowsPrivateHooks,
  }).then(
    () => '',
    (error: Error) => error.message,
  );
}

/** Users cannot make the server log in to the mail server more often than every ten seconds. */
const attempts = createShares(10_000, () => 'everyone');

/** Why the mail server cannot be used: in full, for administrators, and as a code; '' for no reason or no server. */
async function mailError(smtp: { url: string } | undefined): Promise<{ message: string; code: string }> {
  if (smtp === undefined) return { message: '', code: '' };
  return await tryMailServer(smtp).then(
    () => ({ message: '', code: '' }),
    ({ message, code = 'SMTP' }: Error & { code?: string }) => ({ message, code }),
  );
}

export default withPreparation<typeof alarm.noticesTest, string>(
  prepare,
  async ({ input, me, tx, now, services }, error) => {
    if (input.channel === 'mail') {
      const { rows } = await sql<Columns<'users', 'brandId' | 'languageCode'>>`
        select brand_id as "brandId", language_code as "languageCode" from users where id = ${me.userId}`.execute(
        tx,
      );
      await queueMail(tx, { kind: 'alarmTest', to: me.email, ...rows[0]!, now });
    }
    if (input.channel === 'push') {
      const reader = readerOf(await writingOf(tx, me.userId));
      const [title, body] = [reader.translate('alarm.pushTestTitle'), reader.translate('alarm.pushTest')];
      const message = { title, body, lang: reader.tag, path: NOTICES, tag: 'test' };
      return await pushTo(tx, services.config, me.userId, message, false).then(
        (count) => (count > 0 ? { error: '' } : fail('alarm.noBrowser')),
        (reason: Error) => ({ error: reason.message }),
      );
    }
    return { error };
  },
);
