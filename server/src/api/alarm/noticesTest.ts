import type { alarm } from '@helioport/contract/alarm';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { postHook } from '../../platform/webhook.ts';
import { queueMail } from '../../records/mails.ts';
import { noticeSettingsOf } from '../../records/notices.ts';

const noticesTest: Handler<typeof alarm.noticesTest> = async ({ input, me, tx, now, services }) => {
  if (input.channel === 'mail') {
    const { rows } = await sql<{ brandId: number; languageCode: number }>`
      select brand_id as "brandId", language_code as "languageCode" from users where id = ${me.userId}`.execute(
      tx,
    );
    await queueMail(tx, { kind: 'alarmTest', to: me.email, ...rows[0]!, now });
    return { error: '' };
  }
  const { webhookUrl: url, webhookSecret: secret } = await noticeSettingsOf(tx, me.userId);
  return await postHook({
    ...{ url, secret, now, id: `test-${now}`, body: { event: 'test' } },
    allowsPrivate: services.config.allowsPrivateHooks,
  }).then(
    () => ({ error: '' }),
    (error: Error) => ({ error: error.message }),
  );
};

export default noticesTest;
