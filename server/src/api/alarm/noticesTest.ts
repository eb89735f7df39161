import type { alarm } from '@helioport/contract/alarm';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
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
  if (input.channel === 'mail') return await mailError(services.config.smtp, me.isOperator);
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

/** Why the mail server cannot be used, in full for administrators, as a code for others; '' for no reason or no server. */
async function mailError(smtp: { url: string } | undefined, isOperator: boolean): Promise<string> {
  if (smtp === undefined) return '';
  return await tryMailServer(smtp).then(
    () => '',
    (error: Error & { code?: string }) => (isOperator ? error.message : (error.code ?? 'SMTP')),
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
