import { randomUUID } from 'node:crypto';
import type { configuration } from '@helioport/contract/configuration';
import type { FailureKey } from '@helioport/contract/failures';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { entriesOf, gridCodeOf, hasParameters, isAllowed } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import type { Call, Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/words.ts';
import { refuseEdit } from '../../reads/refuseEdit.ts';
import { writeAudits } from '../../records/audit.ts';
import { addCommands, announceCommands, holdDevices } from '../../records/commands.ts';

type SetupCall = Call<typeof configuration.inverterSetupValue>;

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

const inverterSetupValue: Handler<typeof configuration.inverterSetupValue> = async (call) => {
  const { input, tx, me, now, lan } = call;
  const sns = [...new Set(input.sn)];
  if (sns.length === 0) fail('user.groupNeeded');
  const devices = await devicesToTell(call, sns);
  const requestKey = input.requestId || randomUUID();
  const judged = devices.map((device) => ({ device, refusal: refusalOf(device, input.values) }));
  const told = judged.filter(({ refusal }) => refusal === null).map(({ device }) => device);
  const ids = told.map(({ id }) => id);
  await holdDevices(tx, ids);
  const made = await addCommands(
    tx,
    told.map(({ id, siteId }) => ({
      ...{ siteId, deviceId: id, requestKey, wanted: input.values, userId: me.userId },
      at: new Date(now),
      expiresAt: new Date(now + input.minutes * MINUTE_MS),
    })),
  );
  const byDevice = new Map(made.map((one) => [one.deviceId, one]));
  const fresh = told.filter(({ id }) => byDevice.get(id)?.isNew);
  // Asking changes nothing.
  if (entriesOf(input.values).length > 0)
    await writeAudits(
      tx,
      fresh.map(({ sn, siteId, companyId }) => ({
        ...{ at: new Date(now), userId: me.userId, action: 'device.command', subject: sn, siteId },
        ...(companyId === null ? {} : { companyId }),
        detail: input.values,
      })),
    );
  await announceCommands(
    tx,
    fresh.map(({ sn }) => sn),
  );
  return {
    list: judged.map(({ device, refusal }) => ({
      sn: device.sn,
      id: byDevice.get(device.id)?.id ?? null,
      msg: refusal === null ? '' : say(lan, `failure.${refusal}`),
    })),
  };
};

/** The named devices, each in a plant that the caller may change; else the call ends. */
async function devicesToTell(call: SetupCall, sns: readonly string[]): Promise<Row[]> {
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

/** Why a device is not told these values; null: it is. */
function refusalOf(
  { kind, isRemote, countryCode }: Row,
  values: SetupCall['input']['values'],
): FailureKey | null {
  const known = deviceKindNamed(kind);
  if (!known || !hasParameters(known)) return 'configuration.noParameters';
  if (!isRemote) return 'configuration.notRemote';
  const entries = entriesOf(values);
  const code = gridCodeOf(countryCode);
  if (entries.length > 0 && !code) return 'configuration.noGridCode';
  const isGood = entries.every(
    ([parameter, value]) => code !== undefined && isAllowed(parameter, value, code),
  );
  return isGood ? null : 'configuration.outOfRange';
}

export default inverterSetupValue;
