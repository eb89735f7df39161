// Commands and their outcomes, as in API responses.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { scheduleVersion } from '@helioport/domain/batterySchedule';
import type { DesiredSettings } from '@helioport/domain/deviceSettings';
import { type CommandState, entriesOf } from '@helioport/domain/parameters';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../access/me.ts';
import type { Visible } from '../../access/visible.ts';
import { translate } from '../../platform/texts.ts';
import { ms, type QueryContext } from '../found.ts';
import { type ApprovalObstacle, approvalObstacles, refusalText } from './approval.ts';

type Answer = OutputOf<typeof configuration.inverterSetupList>['list'][number];

/** The caller and their language. */
export interface LocalizedContext extends QueryContext {
  me: Me;
  lan: number;
}

interface Row {
  id: number;
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  timezone: string;
  state: CommandState;
  wanted: Record<string, number>;
  more: DesiredSettings | null;
  confirmed: Record<string, number> | null;
  current: Record<string, number> | null;
  createdAt: number;
  sentAt: number | null;
  endedAt: number | null;
  expiresAt: number;
  userEmail: string;
  confirmedEmail: string;
  withdrawnEmail: string;
  withdrawnCompany: string;
  isWithdrawnByOther: boolean;
  isDeclined: boolean;
  declineReason: string;
  refusal: string;
  requesterId: number | null;
  mayEdit: boolean;
}

/**
 * Who approved, refused or canceled a command `c` of a plant `s`. The company of who refused or canceled it is known to
 * those who see the company, and if it is that of the plant.
 */
export const decisionColumns = (visible: Visible): RawBuilder<unknown> => sql`
  coalesce((select u.email from ${visible.users} u where u.id = c.confirmed_by), '') as "confirmedEmail",
  coalesce((select u.email from ${visible.users} u where u.id = c.withdrawn_by), '') as "withdrawnEmail",
  coalesce((select o.name from users u join companies o on o.id = u.company_id
    where u.id = c.withdrawn_by and (o.id = s.company_id or o.id in (select v.id from ${visible.companies} v))), '')
    as "withdrawnCompany",
  coalesce(c.withdrawn_by <> c.user_id, false) as "isWithdrawnByOther",
  c.decline_reason is not null as "isDeclined", coalesce(c.decline_reason, '') as "declineReason"`;

/** The state of a command as text; one whose approval was refused is not merely canceled. */
export const commandTitle = (
  lan: number,
  { state, isDeclined }: { state: CommandState; isDeclined: boolean },
): string => translate(lan, isDeclined ? 'command.declined' : `command.${state}`);

/**
 * Commands, the newest first. `found`: what follows `from`, with `s`, `c` and `d` = rows of visible sites, commands and
 * devices; `paged`: the end of the statement.
 */
export async function commandRows(
  { tx, visible, me, lan }: LocalizedContext,
  found: RawBuilder<unknown>,
  paged: RawBuilder<unknown>,
): Promise<Answer[]> {
  const { rows } = await sql<Row>`
    select c.id, s.sid, s.name as "siteName", d.sn, d.alias, s.timezone, c.state, c.wanted, c.more, c.reported as confirmed, c.refusal,
      (select jsonb_object_agg(p.key, p.value) from device_parameters p
        where p.site_id = c.site_id and p.device_id = c.device_id and c.wanted ? p.key) as current,
      ${ms(sql`c.created_at`)} as "createdAt", ${ms(sql`c.sent_at`)} as "sentAt", ${ms(sql`c.ended_at`)} as "endedAt",
      ${ms(sql`c.expires_at`)} as "expiresAt", c.user_id as "requesterId",
      coalesce((select u.email from ${visible.users} u where u.id = c.user_id), '') as "userEmail",
      ${decisionColumns(visible)},
      c.state in ('waiting', 'queued') and exists (select from ${visible.editableSites} e where e.id = s.id) as "mayEdit"
    ${found} order by c.id desc ${paged}`.execute(tx);
  const waiting = rows.filter(({ state, mayEdit }) => state === 'waiting' && mayEdit);
  const obstacles =
    waiting.length === 0
      ? new Map<number | null, ApprovalObstacle>()
      : await approvalObstacles(
          tx,
          me.userId,
          waiting.map(({ requesterId }) => requesterId),
        );
  return rows.map(({ wanted, confirmed, current, more, requesterId, mayEdit, ...row }) => {
    const waits = row.state === 'waiting' && mayEdit;
    const obstacle = waits ? obstacles.get(requesterId) : undefined;
    return {
      ...row,
      stateTitle: commandTitle(lan, row),
      values: entriesOf(wanted).map(([{ key, unit }, value]) => ({
        key,
        unit,
        wanted: value,
        now: current?.[key] ?? null,
        told: confirmed?.[key] ?? null,
      })),
      schedule: more?.schedule ? scheduleVersion(more.schedule) : '',
      server: more?.server ? `${more.server.host}:${more.server.port}` : '',
      firmware: more?.firmware?.version ?? '',
      mayConfirm: waits && obstacle === undefined,
      confirmRefusal: refusalText(lan, obstacle),
      mayWithdraw: mayEdit,
    };
  });
}
