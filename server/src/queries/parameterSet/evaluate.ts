// Devices affected by a parameter set: each with the values to send, or why none are sent.
import type { FailureKey } from '@helioport/contract/failures';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { type Difference, differencesOf, MOST_DEVICES_OF_RUN } from '@helioport/domain/parameterSets';
import { gridCodeOf, hasParameters, MOST_OPEN_COMMANDS } from '@helioport/domain/parameters';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../../platform/failure.ts';
import { allOf } from '../../platform/search.ts';
import type { SetRow } from '../../repositories/parameterSets.ts';
import { type ReportedValues, reportedSql } from '../command/configurable.ts';
import { type CommandContext, type CommandTarget, needsSecond, refusalOf } from '../command/send.ts';
import { fitsModel } from '../firmwareModel.ts';

/** Kinds of devices that have parameters. */
export const settableKinds: readonly string[] = deviceKinds.filter(hasParameters).map(({ key }) => key);

/** Which devices; what is empty does not choose. */
export interface Choice {
  version: string;
  company_id: number | null;
  sid: string;
  sn: readonly string[];
}

interface Row extends CommandTarget {
  id: number;
  siteId: number;
  sn: string;
  alias: string;
  productNumber: number | null;
  modelByte: number | null;
  sid: string;
  siteName: string;
  openCount: number;
  /** Another command with parameters is pending. */
  isBusy: boolean;
  fits: boolean;
  reported: ReportedValues | null;
  wanted: Record<string, number>;
}

/** A device, its missing values, and why they are not sent; null: they are. */
export interface EvaluatedDevice {
  device: Row;
  differences: readonly Difference[];
  needsSecond: boolean;
  refusal: FailureKey | null;
}

/**
 * Devices of a selection that the caller may change. Without a selected plant or serial number, only devices of the
 * set's model are included; otherwise others are listed with the reason.
 */
export function evaluateForSet(
  call: CommandContext,
  set: SetRow,
  choice: Choice,
): Promise<EvaluatedDevice[]> {
  const fits = set.model === '' ? sql`true` : fitsModel(set.model);
  const isNamed = choice.sid !== '' || choice.sn.length > 0;
  const { company_id: companyId } = choice;
  return evaluate(call, {
    found: sql`from ${call.visible.editableSites} s join devices d on d.site_id = s.id
      where ${allOf([
        companyId !== null && companyId > 0 && sql`s.company_id = ${companyId}`,
        choice.sid && sql`s.sid = ${choice.sid}`,
        choice.sn.length > 0 && sql`d.sn = any(${[...choice.sn]}::text[])`,
        choice.version && sql`d.wifi_version = ${choice.version}`,
        !isNamed && fits,
      ])}`,
    wanted: sql`${JSON.stringify(set.values)}::jsonb`,
    fits,
    gridCode: set.gridCode,
  });
}

/**
 * Devices of a run that the caller may change, or those of these serial numbers, with the values read back before the
 * run as the target: a rollback.
 */
export const evaluateForRollback = (
  call: CommandContext,
  runId: number,
  sns: readonly string[],
): Promise<EvaluatedDevice[]> =>
  evaluate(call, {
    found: sql`from parameter_run_devices r join ${call.visible.editableSites} s on s.id = r.site_id
      join devices d on d.id = r.device_id and d.site_id = r.site_id
      where ${allOf([sql`r.run_id = ${runId}`, sns.length > 0 && sql`d.sn = any(${[...sns]}::text[])`])}`,
    wanted: sql`r.before`,
    fits: sql`true`,
    gridCode: null,
  });

interface Evaluation {
  /** What follows `from`, with `s` and `d` = rows of plants and devices, up to a condition. */
  found: RawBuilder<unknown>;
  wanted: RawBuilder<unknown>;
  fits: RawBuilder<unknown>;
  /** Only devices under it; null: any. */
  gridCode: string | null;
}

async function evaluate(
  call: CommandContext,
  { found, wanted, fits, gridCode }: Evaluation,
): Promise<EvaluatedDevice[]> {
  const { rows } = await sql<Row>`
    select d.id, d.site_id as "siteId", d.sn, d.alias, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte", s.sid, s.name as "siteName", s.country_code as "countryCode",
      d.commands_at is not null as "isRemote", f.fits, f.wanted, ${reportedSql} as reported,
      o.count as "openCount", o.is_busy as "isBusy"
    from (select d.id as device_id, ${wanted} as wanted, ${fits} as fits ${found}
      and d.parent_id is null and d.retired_at is null and d.kind = any(${[...settableKinds]}::text[])
      order by d.site_id, d.id limit ${MOST_DEVICES_OF_RUN + 1}) f
    join devices d on d.id = f.device_id join sites s on s.id = d.site_id
    cross join lateral (
      select count(*) as count, coalesce(bool_or(c.wanted <> '{}'), false) as is_busy from commands c
      where c.device_id = d.id and c.state in ('waiting', 'queued', 'sent')) o
    order by d.site_id, d.id`.execute(call.tx);
  if (rows.length > MOST_DEVICES_OF_RUN) fail('configuration.tooMany', { max: String(MOST_DEVICES_OF_RUN) });
  return rows.map((device) => {
    const reported = Object.fromEntries(
      Object.entries(device.reported ?? {}).map(([key, { value }]) => [key, value]),
    );
    const differences = differencesOf(device.wanted, reported);
    const values = valuesOf({ differences });
    return {
      device,
      differences,
      needsSecond: needsSecond(call.services, { values }),
      refusal: reasonOf(device, values, gridCode),
    };
  });
}

/** Values to send to a device. */
export const valuesOf = ({ differences }: Pick<EvaluatedDevice, 'differences'>): Record<string, number> =>
  Object.fromEntries(differences.map(({ parameter, wanted }) => [parameter.key, wanted]));

/** What of it was read back before. */
export const beforeOf = ({ differences }: EvaluatedDevice): Record<string, number> =>
  Object.fromEntries(
    differences.flatMap(({ parameter, now }) => (now === null ? [] : [[parameter.key, now]])),
  );

function reasonOf(device: Row, values: Record<string, number>, gridCode: string | null): FailureKey | null {
  if (!device.fits) return 'configuration.otherModel';
  const code = gridCodeOf(device.countryCode)?.key;
  if (gridCode !== null && code !== undefined && code !== gridCode) return 'configuration.otherGridCode';
  // Without values read before, there is nothing to roll back to.
  if (Object.keys(device.wanted).length === 0) return 'configuration.neverRead';
  const refusal = refusalOf(device, { values: device.wanted });
  if (refusal !== null) return refusal;
  if (Object.keys(values).length === 0) return 'configuration.same';
  if (device.isBusy) return 'configuration.busy';
  return device.openCount >= MOST_OPEN_COMMANDS ? 'configuration.queueFull' : null;
}
