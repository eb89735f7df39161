// Sending commands to devices: permission checks and the stored commands.

import { randomUUID } from 'node:crypto';
import type { FailureKey } from '@helioport/contract/failures';
import { type DeviceKind, deviceKindNamed, hasStorage, isGateway } from '@helioport/domain/deviceKinds';
import type { DesiredSettings } from '@helioport/domain/deviceSettings';
import { MINUTE_MS } from '@helioport/domain/duration';
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
import { writeAudits } from '../../repositories/audit.ts';
import { addCommands, announceCommands, holdDevices, openCommandsOf } from '../../repositories/commands.ts';
import { refuseEdit } from '../refuseEdit.ts';
import { changesOfCommands } from './commandChanges.ts';
import type { LocalizedContext } from './commandRows.ts';
import { requestApproval } from './requestApproval.ts';

/** Content of a command; without values and `more` it requests the current values. */
export interface CommandContent {
  values: Readonly<Record<string, number>>;
  more?: DesiredSettings;
  minutes: number;
  requestId: string;
}

/** Result for one device: the ID of its command, or why there is none. */
export interface SentCommand {
  sn: string;
  id: number | null;
  refusal: FailureKey | null;
  /** Whether it requires a second approval. */
  waits: boolean;
}

export interface CommandContext extends LocalizedContext {
  services: Pick<Services, 'config'>;
}

/** Properties that determine whether a device accepts commands. */
export interface CommandTarget {
  kind: string;
  countryCode: string;
  isRemote: boolean;
}

interface Row extends CommandTarget {
  id: number;
  siteId: number;
  companyId: number | null;
  sn: string;
}

/**
 * Creates a command for each of these devices that accepts it and has capacity. Fails the call if one of them is
 * unknown or belongs to a plant that the caller may not change.
 */
export const sendCommands = (
  call: CommandContext,
  sns: readonly string[],
  { values, ...rest }: CommandContent,
): Promise<SentCommand[]> => sendEach(call, new Map(sns.map((sn) => [sn, values])), rest);

/** The same with individual values per device, by `sn`. */
export async function sendEach(
  call: CommandContext,
  wanted: ReadonlyMap<string, CommandContent['values']>,
  rest: Omit<CommandContent, 'values'>,
): Promise<SentCommand[]> {
  const { tx, me, now, services } = call;
  const contentFor = ({ sn }: Row): CommandContent => ({ ...rest, values: wanted.get(sn) ?? {} });
  const devices = await targetDevices(call, [...wanted.keys()]);
  await holdDevices(
    tx,
    devices.map(({ id }) => id),
  );
  const open = await openCommandsOf(
    tx,
    devices.map(({ id }) => id),
  );
  const checked = devices.map((device) => ({
    device,
    refusal:
      refusalOf(device, contentFor(device)) ??
      ((open.get(device.id) ?? 0) >= MOST_OPEN_COMMANDS ? ('configuration.queueFull' as const) : null),
  }));
  const accepting = checked.filter(({ refusal }) => refusal === null).map(({ device }) => device);
  const requestKey = rest.requestId || randomUUID();
  const made = await addCommands(
    tx,
    accepting.map((device) => ({
      siteId: device.siteId,
      deviceId: device.id,
      requestKey,
      userId: me.userId,
      wanted: contentFor(device).values,
      ...(rest.more ? { more: rest.more } : {}),
      needsSecond: needsSecond(services, contentFor(device)),
      at: new Date(now),
      expiresAt: new Date(now + rest.minutes * MINUTE_MS),
    })),
  );
  const byDevice = new Map(made.map((one) => [one.deviceId, one]));
  const fresh = accepting.filter(({ id }) => byDevice.get(id)?.isNew);
  const idOf = ({ id }: Row) => byDevice.get(id)?.id ?? 0;
  const changes = await changesOfCommands(
    tx,
    fresh.map((device) => ({ id: idOf(device), siteId: device.siteId })),
  );
  await writeAudits(
    tx,
    fresh
      .map((device) => ({ ...device, detail: { ...changes.get(idOf(device)), ...rest.more } }))
      // Reading parameters changes nothing.
      .filter(({ detail }) => Object.keys(detail).length > 0)
      .map(({ sn, siteId, companyId, detail }) => ({
        at: new Date(now),
        userId: me.userId,
        action: 'device.command',
        subject: sn,
        siteId,
        detail,
        companyId,
      })),
  );
  await announceCommands(
    tx,
    fresh.map(({ sn }) => sn),
  );
  const waiting = fresh.filter((device) => needsSecond(services, contentFor(device)));
  await requestApproval(call, {
    siteIds: [...new Set(waiting.map(({ siteId }) => siteId))],
    count: waiting.length,
  });
  return checked.map(({ device, refusal }) => ({
    sn: device.sn,
    refusal,
    waits: refusal === null && needsSecond(services, contentFor(device)),
    id: byDevice.get(device.id)?.id ?? null,
  }));
}

/** The named devices, each in a plant that the caller may change; else the call ends. */
async function targetDevices(call: LocalizedContext, sns: readonly string[]): Promise<Row[]> {
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

/**
 * Whether a command requires a second approval: grid protection, and the address of another installation, which moves a
 * gateway with all its data and control out of this one.
 */
export function needsSecond(
  { config }: CommandContext['services'],
  { values, more }: Pick<CommandContent, 'values' | 'more'>,
): boolean {
  const leaves = more?.server !== undefined && !isOwnHost(config, more.server.host);
  return config.needsSecondPerson && (leaves || touchesProtection(values));
}

/** Whether a host is one at which this installation, or its broker, is reached. */
const isOwnHost = ({ publicUrl, brokerUrl }: CommandContext['services']['config'], host: string): boolean =>
  [publicUrl, brokerUrl].some((url) => url !== '' && new URL(url).hostname === host.toLowerCase());

/** Whether a kind of device supports this command. */
function supportsCommand(
  kind: DeviceKind,
  { values, more }: Pick<CommandContent, 'values' | 'more'>,
): boolean {
  if (more?.schedule && !hasStorage(kind)) return false;
  if (more?.server && !isGateway(kind)) return false;
  if (entriesOf(values).length > 0) return hasParameters(kind);
  return hasParameters(kind) || hasStorage(kind);
}

/** Why a device does not get this command; null: it does. */
export function refusalOf(
  { kind, isRemote, countryCode }: CommandTarget,
  content: Pick<CommandContent, 'values' | 'more'>,
): FailureKey | null {
  const known = deviceKindNamed(kind);
  if (!known || !supportsCommand(known, content)) return 'configuration.noParameters';
  if (!isRemote) return 'configuration.notRemote';
  const entries = entriesOf(content.values);
  const code = gridCodeOf(countryCode);
  if (entries.length > 0 && !code) return 'configuration.noGridCode';
  const isGood = entries.every(
    ([parameter, value]) => code !== undefined && isAllowed(parameter, value, code),
  );
  return isGood ? null : 'configuration.outOfRange';
}
