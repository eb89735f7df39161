import type { auth } from '@helioport/contract/auth';
import { type DeviceList, deviceKindNamed } from '@helioport/domain/deviceKinds';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { roleNameOf } from '../../access/me.ts';
import type { Visible } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { itemOf, type MenuRow, menuColumns, treeOf } from './internal/tree.ts';

/** Pages of the lists of devices. */
const pageOfList: Readonly<Record<DeviceList, string>> = {
  index: 'devicesIndex',
  electricMeter: 'devicesElectricMeter',
  allInOneMachine: 'devicesAllInOneMachine',
  stringMachine: 'devicesStringMachine',
};

/**
 * Pages that an owner does not need: lists of device types they do not have, and the global audit log, which is also
 * shown per plant and device. The list of inverters is always shown.
 */
async function unusedPagesOf(tx: Tx, visible: Visible): Promise<string[]> {
  const { rows } = await sql<Columns<'devices', 'kind'>>`
    select distinct d.kind from ${visible.devices} d where d.retired_at is null`.execute(tx);
  const lists = new Set(rows.map(({ kind }) => deviceKindNamed(kind)?.list));
  const isUnused = (list: DeviceList) => list !== 'index' && !lists.has(list);
  return [
    ...(Object.keys(pageOfList) as DeviceList[]).filter(isUnused).map((list) => pageOfList[list]),
    'audit',
  ];
}

export default handler<typeof auth.roleMenuView>(async ({ input, me, tx, visible, lan }) => {
  // At login a client may name any role; the response has the caller's own. Other roles are for administrators.
  const isLogin = input.is_login ?? (!input.role_id || me.scope !== 'all');
  const groupId = isLogin ? me.groupId : input.role_id || me.groupId;
  if (groupId !== me.groupId && me.scope !== 'all') fail('role.unknown');
  // While viewing as another role, only permissions that the caller has as well apply.
  const isMine = sql`exists (
    select 1 from group_menus own where own.group_id = ${me.ownGroupId} and own.menu_id = m.id)`;
  const { rows } = await sql<MenuRow>`
    select ${sql.raw(menuColumns)} from group_menus gm join menus m on m.id = gm.menu_id
    where gm.group_id = ${groupId} and ${me.isViewing ? isMine : sql`true`}
    order by m.position, m.id`.execute(tx);
  const webCode = languageByCode(lan)?.webCode ?? 'en';
  const list = treeOf(rows, (row) => {
    const item = itemOf(row);
    if (!input.ownTitles) return item;
    const { title, titleLocale } = item;
    return { ...item, titleLocale: { [webCode]: titleLocale[webCode] ?? titleLocale.en ?? title } };
  });
  const unusedPages =
    me.scope === 'own' && groupId === me.groupId ? await unusedPagesOf(tx, visible) : undefined;
  const mine = unusedPages === undefined ? { list } : { list, unusedPages };
  if (!me.isViewing) return mine;

  const company = await sql<{ name: string }>`select name from companies where id = ${me.companyId}`.execute(
    tx,
  );
  return {
    ...mine,
    viewAs: {
      id: me.groupId,
      name: roleNameOf(me, lan),
      companyName: company.rows[0]?.name ?? '',
      ...(me.userId === me.ownUserId ? {} : { email: me.email }),
    },
  };
});
