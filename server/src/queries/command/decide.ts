// Pending commands: a second user approves them, and users who may change the plant can cancel them.
import { sql } from 'kysely';
import { fail } from '../../platform/failure.ts';
import { writeAudits } from '../../repositories/audit.ts';
import {
  announceCommands,
  type CommandOf,
  confirmCommands,
  declineCommands,
  withdrawCommands,
} from '../../repositories/commands.ts';
import { approvalObstacles } from './approval.ts';
import { changesOfCommands } from './commandChanges.ts';
import type { LocalizedContext } from './commandRows.ts';
import { notifyRequesters } from './notifyRequesters.ts';
import type { CommandContext } from './send.ts';

type DeclineContext = LocalizedContext & CommandContext;

/** A command of a plant that the caller may change. */
export interface CommandToChange extends CommandOf {
  companyId: number | null;
  sn: string;
  /** The requester; null if the account is deleted. */
  requesterId: number | null;
}

/** A command of a plant that the caller may change; else the call ends. */
export async function commandToChange(
  { tx, visible }: LocalizedContext,
  { sid, commandId }: { sid: string; commandId: number },
): Promise<CommandToChange> {
  const { rows } = await sql<CommandToChange>`
    select c.id, s.id as "siteId", s.company_id as "companyId", d.sn, c.user_id as "requesterId"
    from ${visible.editableSites} s join commands c on c.site_id = s.id join devices d on d.id = c.device_id
    where s.sid = ${sid} and c.id = ${commandId}`.execute(tx);
  return rows[0] ?? fail('command.unknown');
}

/**
 * Approves those waiting for a second approval that the caller may approve; returns their number. Fails with the reason
 * if there are none.
 */
export const confirmAll = (call: LocalizedContext, commands: readonly CommandToChange[]): Promise<number> =>
  decideAll(call, commands, { action: 'device.commandConfirm' }, (allowed) =>
    confirmCommands(call.tx, allowed, call.me.userId),
  );

/**
 * Refuses the second approval of those that the caller may approve and emails their requesters; otherwise as
 * `confirmAll`.
 */
export const declineAll = (
  call: DeclineContext,
  commands: readonly CommandToChange[],
  reason: string,
): Promise<number> =>
  decideAll(call, commands, { action: 'device.commandDecline', reason }, async (allowed) => {
    const at = new Date(call.now);
    const done = await declineCommands(call.tx, allowed, { at, userId: call.me.userId, reason });
    const ids = new Set(done.map(({ id }) => id));
    await notifyRequesters(
      call,
      allowed.filter(({ id }) => ids.has(id)),
      reason,
    );
    return done;
  });

async function decideAll(
  call: LocalizedContext,
  commands: readonly CommandToChange[],
  decision: Decision,
  decide: (allowed: readonly CommandToChange[]) => Promise<CommandOf[]>,
): Promise<number> {
  const { tx, me } = call;
  const obstacles = await approvalObstacles(
    tx,
    me.userId,
    commands.map(({ requesterId }) => requesterId),
  );
  const allowed = commands.filter(({ requesterId }) => !obstacles.has(requesterId));
  const done = await decide(allowed);
  if (done.length > 0) return await recordDecision(call, decision, allowed, done);
  const [refused] = commands.flatMap(({ requesterId }) => obstacles.get(requesterId) ?? []);
  return fail(refused ?? 'configuration.secondPerson');
}

/** Cancels those of them that were not sent yet; returns how many. */
export async function withdrawAll(
  call: LocalizedContext,
  commands: readonly CommandToChange[],
): Promise<number> {
  const done = await withdrawCommands(call.tx, commands, {
    at: new Date(call.now),
    userId: call.me.userId,
  });
  return await recordDecision(call, { action: 'device.commandWithdraw' }, commands, done);
}

interface Decision {
  action: 'device.commandConfirm' | 'device.commandDecline' | 'device.commandWithdraw';
  reason?: string;
}

/** Writes the audit log and notifies the processes with the device connections. */
async function recordDecision(
  { tx, me, now }: LocalizedContext,
  { action, reason }: Decision,
  commands: readonly CommandToChange[],
  done: readonly CommandOf[],
): Promise<number> {
  const ids = new Set(done.map(({ id }) => id));
  const changed = commands.filter(({ id }) => ids.has(id));
  const changes = await changesOfCommands(tx, changed);
  await writeAudits(
    tx,
    changed.map(({ id, sn, siteId, companyId }) => ({
      at: new Date(now),
      userId: me.userId,
      action,
      subject: sn,
      siteId,
      companyId,
      detail: { ...changes.get(id), ...(reason === undefined ? {} : { reason }) },
    })),
  );
  await announceCommands(
    tx,
    changed.map(({ sn }) => sn),
  );
  return changed.length;
}
