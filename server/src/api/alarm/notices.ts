import type { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fleetPage } from '@helioport/contract/grants';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { translate } from '../../platform/texts.ts';
import { deviceInWords } from '../../platform/userAgent.ts';
import { ms } from '../../queries/found.ts';
import { wantsFleetDigest } from '../../repositories/fleetDigests.ts';
import { noticeSettingsOf } from '../../repositories/notices.ts';

type NoticeKind = OutputOf<typeof alarm.notices>['told'][number];

export default handler<typeof alarm.notices>(async ({ me, tx, visible, lan, services }) => {
  const { webhookSecret, ...settings } = await noticeSettingsOf(tx, me.userId);
  const { rows } = await sql<Omit<NoticeKind, 'title'> & { kind: string }>`
    select ${ms(sql`t.sent_at`)} as at, ${ms(sql`t.due_at`)} as "nextAt", t.channel, t.alarm_id as "alarmId", a.kind,
      s.name as "siteName", t.attempts, t.last_error as error
    from alarm_notice t
    join alarm a on a.site_id = t.site_id and a.id = t.alarm_id
    join ${visible.sites} s on s.id = t.site_id
    where t.user_id = ${me.userId} and (t.due_at is not null or t.sent_at is not null or t.last_error <> '')
    order by t.id desc limit 20`.execute(tx);
  const browsers = await sql<Columns<'push_browsers', 'id' | 'userAgent'> & { addedAt: number }>`
    select id, user_agent as "userAgent", ${ms(sql`created_at`)} as "addedAt"
    from push_browsers where user_id = ${me.userId} order by id`.execute(tx);
  return {
    ...settings,
    fleetDigest: me.pages.has(fleetPage.name) ? await wantsFleetDigest(tx, me.userId) : null,
    hasWebhookSecret: webhookSecret !== '',
    email: me.email,
    hasMailServer: services.config.smtp !== undefined,
    browsers: browsers.rows.map(({ id, userAgent, addedAt }) => ({
      id,
      device: deviceInWords(userAgent, lan),
      addedAt: Math.round(addedAt),
    })),
    told: rows.map(({ kind, ...row }) => ({
      ...row,
      title: translate(lan, eventKindOf(kind)?.titleKey ?? kind),
    })),
  };
});
