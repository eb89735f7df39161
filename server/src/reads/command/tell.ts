// Telling devices something: who may be told what, and the commands that are made of it.
import { randomUUID } from 'node:crypto';
import type { FailureKey } from '@helioport/contract/failures';
import { type DeviceKind, deviceKindNamed, hasStorage, isGateway } from '@helioport/domain/deviceKinds';
import type { MoreWanted } from '@helioport/domain/machineSettings';
import {
  entriesOf,
  gridCodeOf,
  hasParameters,
  isAllowed,
  MOST_OPEN_COMMANDS,
  touchesProtection,
} from '@helioport/domain/parameters';
import { sql } from 'kysely';
import type { Services } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudits } from '../../records/audit.ts';
import { addCommands, announceCommands, holdDevices, openCommandsOf } from '../../records/commands.ts';
import { refuseEdit } from '../refuseEdit.ts';
import type { AskedInWords } from './commandRows.ts';

/** What devices shall be told; neither values nor more: they are asked what they have. */
export interface Wish {
  values: Readonly<Record<string, number>>;
  more?: MoreWanted;
  minutes: number;
  requestId: string;
}

/** What became of a wish for one device: the number of its command, or why it has none. */
export interface Told {
  sn: string;
  id: number | null;
  refusal: FailureKey | null;
}

interface Teller extends AskedInWords {
  services: Pick<Services, 'config'>;
}

interface Row {
  id: number;
  siteId: number;
  companyId: number | null;
  sn: string;
  kind: string;
  countryCode: string;
  isRemote: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Makes a command for each of these devices that may be told this, and has room for it. Ends the call when one of them is
 * unknown or stands in a plant that the caller may not change.
 */
export async function tellDevices(call: Teller, sns: readonly string[], wish: Wish): Promise<Told[]> {
  const { tx, me, now, services } = call;
  const devices = await devicesToTell(call, sns);
  await holdDevices(
    tx,
    devices.map(({ id }) => id),
  );
  const open = await openCommandsOf(
    tx,
    devices.map(({ id }) => id),
  );
  const judged = devices.map((device) => ({
    device,
    refusal:
      refusalOf(device, wish) ??
      ((open.get(device.id) ?? 0) >= MOST_OPEN_COMMANDS ? ('configuration.queueFull' as const) : null),
  }));
  const told = judged.filter(({ refusal }) => refusal === null).map(({ device }) => device);
  const requestKey = wish.requestId || randomUUID();
  const made = await addCommands(
    tx,
    told.map(({ id, siteId }) => ({
      ...{ siteId, deviceId: id, requestKey, wanted: wish.values, userId: me.userId },
      ...(wish.more ? { more: wish.more } : {}),
      needsSecond: services.config.needsSecondPerson && touchesProtection(wish.values),
      at: new Date(now),
      expiresAt: new Date(now + wish.minutes * MINUTE_MS),
    })),
  );
  const byDevice = new Map(made.map((one) => [one.deviceId, one]));
  const fresh = told.filter(({ id }) => byDevice.get(id)?.isNew);
  // Asking changes nothing.
  if (entriesOf(wish.values).length > 0 || wish.more)
    await writeAudits(
      tx,
      fresh.map(({ sn, siteId, companyId }) => ({
        ...{ at: new Date(now), userId: me.userId, action: 'device.command', subject: sn, siteId },
        ...(companyId === null ? {} : { companyId }),
        detail: { ...wish.values, ...wish.more },
      })),
    );
  await announceCommands(
    tx,
    fresh.map(({ sn }) => sn),
  );
  return judged.map(({ device, refusal }) => ({
    ...{ sn: device.sn, refusal },
    id: byDevice.get(device.id)?.id ?? null,
  }));
}

/** The named devices, each in a plant that the caller may change; else the call ends. */
async function devicesToTell(call: AskedInWords, sns: readonly string[]): Promise<Row[]> {
  const { visible, tx } = call;
  const { rows } = await sql<Row>`
    select d.id, d.site_id as "siteId", s.company_id as "companyId", d.sn, d.kind, s.country_code as "countryCode",
      d.commands_at is not null as "isRemote"
    from ${visible.editableSites} s join devices d on d.site_id = s.id
    where d.sn = any(${[...sns]}::text[]) and d.parent_id is null and d.retired_at is null order by d.id`.execute(
    tx,
  );
  const known = new Set(rows.map(({ sn }) => sn));
  const missing = sns.filter((sn) => !known.has(sn));
  if (missing.length > 0)
    await refuseEdit(
      call,
      sql`select d.site_id from devices d where d.sn = any(${missing}::text[]) and d.parent_id is null and d.retired_at is null`,
      'device.unknown',
    );
  return rows;
}

/** Whether a kind can be told this at all. */
function canBeTold(kind: DeviceKind, { values, more }: Wish): boolean {
  if (more?.schedule && !hasStorage(kind)) return false;
  if (more?.server && !isGateway(kind)) return false;
  if (entriesOf(values).length > 0) return hasParameters(kind);
  return hasParameters(kind) || hasStorage(kind);
}

/** Why a device is not told this; null: it is. */
function refusalOf({ kind, isRemote, countryCode }: Row, wish: Wish): FailureKey | null {
  const known = deviceKindNamed(kind);
  if (!known || !canBeTold(known, wish)) return 'configuration.noParameters';
  if (!isRemote) return 'configuration.notRemote';
  const entries = entriesOf(wish.values);
  const code = gridCodeOf(countryCode);
  if (entries.length > 0 && !code) return 'configuration.noGridCode';
  const isGood = entries.every(
    ([parameter, value]) => code !== undefined && isAllowed(parameter, value, code),
  );
  return isGood ? null : 'configuration.outOfRange';
}

/** A command of a plant that the caller may change; else the call ends. */
export async function commandToChange(
  call: AskedInWords,
  { sid, commandId }: { sid: string; commandId: number },
): Promise<{ siteId: number; companyId: number | null; sn: string }> {
  const { rows } = await sql<{ siteId: number; companyId: number | null; sn: string }>`
    select s.id as "siteId", s.company_id as "companyId", d.sn
    from ${call.visible.editableSites} s join commands c on c.site_id = s.id join devices d on d.id = c.device_id
    where s.sid = ${sid} and c.id = ${commandId}`.execute(call.tx);
  return rows[0] ?? fail('command.unknown');
}
