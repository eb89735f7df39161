import type { cases } from '@helioport/contract/case';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { findingsById } from '../../queries/finding/rows.ts';
import { findingTexts } from '../../queries/finding/texts.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { createCase, refreshCaseCounts } from '../../repositories/cases.ts';
import { addTo } from './internal/items.ts';

type CreateCall = Call<typeof cases.create>;

const TITLE_MOST = 160;

export default handler<typeof cases.create>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId } = await siteToChange(call, input.sid);
  const assignee =
    input.assigneeUid === ''
      ? null
      : ((await peopleFor(call, [siteId])).find(({ uid }) => uid === input.assigneeUid) ??
        fail('user.unknown'));
  const id = await createCase(tx, {
    siteId,
    title: (input.title || (await titleOf(call))).slice(0, TITLE_MOST),
    note: input.note,
    priority: input.priority,
    assignedTo: assignee?.id ?? null,
    dueDay: input.dueDate,
    userId: me.userId,
    now,
  });
  await addTo(tx, { siteId, id }, input);
  await refreshCaseCounts(tx, [siteId]);
  return { id };
});

/** The cause and subject of its first finding, or the title of its first alarm; neither changes later. */
async function titleOf({ input, tx, visible, me, now, lan }: CreateCall): Promise<string> {
  const [finding] = await findingsById(tx, { visible, me, now, lan }, input.findingIds.slice(0, 1));
  if (finding) {
    const texts = await findingTexts(tx, [finding.id], { lan, now, mayKnowMoney: false });
    return texts.get(finding.id)!.title;
  }
  const { rows } = await sql<Columns<'alarm', 'kind'>>`
    select a.kind from alarm a join ${visible.sites} s on s.id = a.site_id
    where a.id = ${input.alarmIds[0] ?? 0}`.execute(tx);
  const kind = eventKindOf(rows[0]?.kind ?? '');
  return kind ? translate(lan, kind.titleKey) : fail('request.invalid', { field: 'title' });
}
