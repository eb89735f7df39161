// Table commands: commands to devices in order of creation; device_parameters and device_properties: reported parameters and
// other reported properties. One command per device is in progress at a time.
import { type DesiredSettings, isDone, type ReportedSettings } from '@helioport/domain/deviceSettings';
import { entriesOf, outcomeOf } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';
import { takeVersions } from './deviceVersions.ts';

/** Channel of the database on which new commands are announced: a list of sns, or '' for any. */
export const COMMANDS = 'command';

export interface NewCommand {
  siteId: number;
  deviceId: number;
  requestKey: string;
  /** Empty to read the current parameters. */
  wanted: Readonly<Record<string, number>>;
  /** Content in addition to parameters. */
  more?: DesiredSettings;
  /** Whether it requires a second approval. */
  needsSecond?: boolean;
  /** Null: the user's account is deleted. */
  userId: number | null;
  at: Date;
  expiresAt: Date;
}

/** Locks devices until the transaction ends, so that concurrent commands to one device are numbered in commit order. */
export async function holdDevices(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from devices where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  );
}

/** Adds commands; returns the number of each, and whether it is new: one of the same key is there already. */
export async function addCommands(
  tx: Tx,
  commands: readonly NewCommand[],
): Promise<{ deviceId: number; id: number; isNew: boolean }[]> {
  const list = commands.map((one) => ({ ...one, wanted: { ...one.wanted } }));
  const { rows } = await sql<Columns<'commands', 'deviceId' | 'id'> & { isNew: boolean }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r ("siteId" bigint, "deviceId" bigint,
        "requestKey" text, wanted jsonb, more jsonb, "needsSecond" boolean, "userId" bigint, at timestamptz,
        "expiresAt" timestamptz)
    ), added as (
      insert into commands (site_id, device_id, request_key, wanted, more, state, user_id, created_at, expires_at)
      select "siteId", "deviceId", "requestKey", wanted, more, case when "needsSecond" then 'waiting' else 'queued' end,
        "userId", at, "expiresAt" from asked order by "deviceId"
      on conflict (site_id, device_id, request_key) do nothing returning device_id, id
    )
    select device_id as "deviceId", id, true as "isNew" from added
    union all
    select c.device_id, c.id, false from commands c
    join asked a on (a."siteId", a."deviceId", a."requestKey") = (c.site_id, c.device_id, c.request_key)`.execute(
    tx,
  );
  return rows;
}

/** How many commands of each device are open; devices without one are absent. Hold them first, so that it stays true. */
export async function openCommandsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select device_id as id, count(*) as count from commands
    where device_id = any(${[...ids]}::bigint[]) and state in ('waiting', 'queued', 'sent') group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** A command, by the plant that it belongs to. */
export type CommandOf = Columns<'commands', 'siteId' | 'id'>;

const listed = (list: readonly CommandOf[]) => sql`(
  select * from unnest(${list.map(({ siteId }) => siteId)}::bigint[], ${list.map(({ id }) => id)}::bigint[])
    as l (site_id, id))`;

/** Cancels commands that were not sent yet; returns these. Others were already sent or have ended. */
export async function withdrawCommands(
  tx: Tx,
  list: readonly CommandOf[],
  { at, userId }: { at: Date; userId: number },
): Promise<CommandOf[]> {
  const { rows } = await sql<CommandOf>`
    update commands c set state = 'withdrawn', ended_at = ${at}, withdrawn_by = ${userId} from ${listed(list)} l
    where c.site_id = l.site_id and c.id = l.id and c.state in ('waiting', 'queued')
    returning c.site_id as "siteId", c.id`.execute(tx);
  return rows;
}

/**
 * Refuses the second approval of waiting commands with a reason; returns these. Others were requested by this user or
 * are not waiting.
 */
export async function declineCommands(
  tx: Tx,
  list: readonly CommandOf[],
  { at, userId, reason }: { at: Date; userId: number; reason: string },
): Promise<CommandOf[]> {
  const { rows } = await sql<CommandOf>`
    update commands c set state = 'withdrawn', ended_at = ${at}, withdrawn_by = ${userId}, decline_reason = ${reason}
    from ${listed(list)} l
    where c.site_id = l.site_id and c.id = l.id and c.state = 'waiting' and c.user_id is distinct from ${userId}
    returning c.site_id as "siteId", c.id`.execute(tx);
  return rows;
}

/**
 * Approves commands that wait for a second approval; returns these. Others were requested by this user or are not
 * waiting.
 */
export async function confirmCommands(
  tx: Tx,
  list: readonly CommandOf[],
  userId: number,
): Promise<CommandOf[]> {
  const { rows } = await sql<CommandOf>`
    update commands c set state = 'queued', confirmed_by = ${userId} from ${listed(list)} l
    where c.site_id = l.site_id and c.id = l.id and c.state = 'waiting' and c.user_id is distinct from ${userId}
    returning c.site_id as "siteId", c.id`.execute(tx);
  return rows;
}

/** Notifies the processes with the device connections of new commands. */
export const announceCommands = (tx: Tx, sns: readonly string[]): Promise<void> =>
  announce(tx, COMMANDS, JSON.stringify(sns), '');

export interface DueCommand extends Columns<'commands', 'id' | 'siteId' | 'expiresAt'> {
  sn: string;
  wanted: Record<string, number>;
  more: DesiredSettings | null;
}

/**
 * Takes what is to be sent now to these devices: of each the oldest open command, when it waits or was sent before
 * `againBefore` without an answer. Of two processes that hold a device one gets it.
 */
export async function takeDue(
  db: Db,
  sns: readonly string[],
  { at, againBefore }: { at: Date; againBefore: Date },
): Promise<DueCommand[]> {
  const { rows } = await sql<DueCommand>`
    update commands c set state = 'sent', sent_at = ${at} from devices d
    where d.sn = any(${[...sns]}::text[]) and c.device_id = d.id and c.site_id = d.site_id
      and c.state in ('queued', 'sent') and c.expires_at > ${at} and (c.state = 'queued' or c.sent_at < ${againBefore})
      and not exists (select from commands e
        where e.site_id = c.site_id and e.device_id = c.device_id and e.id < c.id and e.state in ('queued', 'sent'))
    returning c.id, d.sn, c.site_id as "siteId", c.wanted, c.more, c.expires_at as "expiresAt"`.execute(db);
  return rows;
}

export interface Answer {
  sn: string;
  at: Date;
  /** Number of the command that it answers. */
  id: number | null;
  parameters: Readonly<Record<string, number>>;
  /** Reason reported by the device. */
  refused: string | null;
  /** Other reported properties. */
  more?: DeviceWords;
}

/** Reported properties of a device in addition to parameters. */
export interface DeviceWords extends ReportedSettings {
  online?: boolean;
  cpuVersion?: string;
  ramVersion?: string;
  /** An update under way, which answers no command, or that failed. */
  update?: { version: string; state: string; percent: number };
}

/**
 * Stores the reported settings of a device and ends the command that it answers. Returns the ID of its plant; null for
 * an unclaimed device, for which nothing is stored. A late answer updates the values only.
 */
export async function takeAnswer(
  tx: Tx,
  { sn, at, id, parameters, refused, more = {} }: Answer,
): Promise<number | null> {
  const { rows } = await sql<{ deviceId: number; siteId: number }>`
    select id as "deviceId", site_id as "siteId" from devices
    where sn = ${sn} and site_id is not null and retired_at is null for no key update`.execute(tx);
  const device = rows[0];
  if (!device) return null;
  const { siteId, deviceId } = device;
  await sql`
    insert into device_parameters as p (site_id, device_id, key, value, read_at)
    select ${siteId}, ${deviceId}, key, value::float8, ${at} from jsonb_each_text(${JSON.stringify(parameters)}::jsonb)
    on conflict (site_id, device_id, key) do update set value = excluded.value, read_at = excluded.read_at
    where p.read_at <= excluded.read_at`.execute(tx);
  await keepWords(tx, { siteId, deviceId, at, words: more });
  const isUnderWay = more.update !== undefined && more.update.state !== 'failed';
  if (id === null || (isUnderWay && refused === null)) return siteId;
  const open = await sql<{ wanted: Record<string, number>; more: DesiredSettings | null }>`
    select wanted, more from commands where site_id = ${siteId} and id = ${id} and device_id = ${deviceId} and state = 'sent'
    for update`.execute(tx);
  const command = open.rows[0];
  if (command) {
    const state = refused === null ? outcomeWith(command, parameters, more) : 'refused';
    await sql`
      update commands set state = ${state}, ended_at = ${at}, reported = ${JSON.stringify(parameters)}::jsonb,
        refusal = ${refused ?? ''}
      where site_id = ${siteId} and id = ${id}`.execute(tx);
  }
  return siteId;
}

/** Outcome of an answer, for commands with and without content beyond parameters. */
function outcomeWith(
  { wanted, more }: { wanted: Record<string, number>; more: DesiredSettings | null },
  parameters: Readonly<Record<string, number>>,
  reported: DeviceWords,
): 'confirmed' | 'refused' {
  if (!more) return outcomeOf(wanted, parameters);
  const isSet = entriesOf(wanted).length === 0 || outcomeOf(wanted, parameters) === 'confirmed';
  return isSet && isDone(more, reported) ? 'confirmed' : 'refused';
}

/**
 * Stores the latest value of each property, versions in the row of the device too; reporting a firmware version
 * completes its update.
 */
async function keepWords(
  tx: Tx,
  { siteId, deviceId, at, words }: { siteId: number; deviceId: number; at: Date; words: DeviceWords },
): Promise<void> {
  const reported = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  if (Object.keys(reported).length === 0) return;
  await sql`
    insert into device_properties as w (site_id, device_id, key, value, reported_at)
    select ${siteId}, ${deviceId}, s.key, s.value, ${at} from jsonb_each(${JSON.stringify(reported)}::jsonb) s
    -- How far it was with a firmware can be read after the word that it runs, which was said later.
    where s.key <> 'update' or not exists (select from device_properties f
      where f.site_id = ${siteId} and f.device_id = ${deviceId} and f.key = 'firmware' and f.reported_at >= ${at}
        and f.value #>> '{}' = s.value ->> 'version')
    on conflict (site_id, device_id, key) do update set value = excluded.value, reported_at = excluded.reported_at
    where w.reported_at <= excluded.reported_at`.execute(tx);
  if ([words.firmware, words.cpuVersion, words.ramVersion].some((one) => one !== undefined))
    await takeVersions(tx, siteId, deviceId);
  if (words.firmware !== undefined && words.update === undefined)
    await sql`
      delete from device_properties where site_id = ${siteId} and device_id = ${deviceId} and key = 'update'
        and reported_at <= ${at}`.execute(tx);
}

/** Expires commands without an answer in time; returns their plants and devices, which may have further commands. */
export async function expireCommands(tx: Tx, at: Date): Promise<{ siteId: number; sn: string }[]> {
  const { rows } = await sql<{ siteId: number; sn: string }>`
    update commands c set state = 'expired', ended_at = ${at} from devices d
    where d.id = c.device_id and c.state in ('waiting', 'queued', 'sent') and c.expires_at <= ${at}
    returning c.site_id as "siteId", d.sn`.execute(tx);
  return rows;
}

/** Deletes commands and reported settings of devices that leave a plant. */
export async function deleteCommands(tx: Tx, siteId: number, deviceIds: readonly number[]): Promise<void> {
  const ids = [...deviceIds];
  await sql`delete from commands where site_id = ${siteId} and device_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    delete from device_parameters where site_id = ${siteId} and device_id = any(${ids}::bigint[])`.execute(
    tx,
  );
}
