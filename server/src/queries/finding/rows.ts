// Findings as answers carry them, for lists, cases, module pages and files.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { alarmsPage } from '@helioport/contract/grants';
import { moneyModule } from '@helioport/contract/money';
import { severityOfKind } from '@helioport/domain/condition';
import type { FoundKey } from '@helioport/domain/eventKinds';
import { offsetTime, plcSn } from '@helioport/domain/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../access/me.ts';
import type { Visible } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { priceNowSql } from '../../timeseries/query/priceOn.ts';
import { ms } from '../found.ts';
import { findingSentence, recommendationText } from './sentence.ts';

export type FindingRow = OutputOf<typeof finding.list>['list'][number];

/** Most modules that a row names. */
const MODULES_NAMED = 64;
export const DAYS_OF_YEAR = 365;

export interface StoredFinding
  extends Pick<
    FindingRow,
    | 'id'
    | 'plant'
    | 'plantName'
    | 'timezone'
    | 'scope'
    | 'array'
    | 'arrayName'
    | 'deviceName'
    | 'cause'
    | 'confidence'
    | 'probability'
    | 'isFault'
    | 'lostMoney'
    | 'currency'
    | 'alarmId'
    | 'caseId'
    | 'mayEdit'
    | 'moduleCount'
  > {
  siteId: number;
  deviceSn: string | null;
  isGateway: boolean;
  addr: number | null;
  modules: { sn: string; addr: number }[];
  sinceMs: number;
  untilMs: number | null;
  detectedMs: number;
  lostWh: number;
  /** If not resolved; null: ended. */
  yearWh: number | null;
  recoveredWh: number | null;
  /** Produced over expected while it lasts, as the evaluation measured it; null: it did not. */
  powerRatio: number | null;
  /** Of a kWh now; null: none is set. */
  price: number | null;
  /** Kind of its newest alarm; null: none was raised. */
  alarmKind: string | null;
}

interface RowContext {
  visible: Visible;
  me: Pick<Me, 'pages' | 'modules'>;
  now: number;
}

/** Whether the device of `f` is a gateway, and `f` is about the devices that communicate through it. */
export const isGatewaySql: RawBuilder<boolean> = sql`
  (f.scope = 'device' and cardinality(f.device_ids) > 0 and f.device_id <> all(f.device_ids))`;

/** Produced over expected as the evidence of `f` has it; null without such evidence. */
export const powerRatioSql: RawBuilder<number | null> = sql`
  (select (e ->> 'value')::float8 from jsonb_array_elements(f.evidence) e
    where e ->> 'name' = 'powerRatio' and jsonb_typeof(e -> 'value') = 'number' limit 1)`;

/** Columns of a finding `f` in a visible plant `s`. */
export const findingColumns = ({ visible, me, now }: RowContext): RawBuilder<unknown> => sql`
  f.id, f.site_id as "siteId", s.sid as plant, s.name as "plantName", s.timezone, f.scope, d.sn as "deviceSn", f.addr,
  coalesce(d.alias, '') as "deviceName", ${isGatewaySql} as "isGateway", f.array_id as array, coalesce(p.name, '') as "arrayName",
  cardinality(f.device_ids) as "moduleCount",
  coalesce((select json_agg(json_build_object('sn', o.sn, 'addr', m.addr) order by m.place)
    from unnest(f.device_ids[1:${sql.lit(MODULES_NAMED)}], f.addrs[1:${sql.lit(MODULES_NAMED)}]) with ordinality as m(device_id, addr, place)
    join devices o on o.id = m.device_id and o.site_id = f.site_id), '[]') as modules,
  f.cause, f.confidence, f.probability::float8 as probability, f.is_fault as "isFault",
  ${ms(sql`f.since_at`)} as "sinceMs", ${ms(sql`f.until_at`)} as "untilMs", ${ms(sql`f.detected_at`)} as "detectedMs",
  f.lost_wh as "lostWh", ${me.modules.has(moneyModule) ? sql`f.lost_money` : sql`null::float8`} as "lostMoney", case when f.until_at is null and (f.is_fault or f.year_wh is not null) then ${yearlyWhSql} end as "yearWh", f.recovered_wh as "recoveredWh", s.currency,
  ${powerRatioSql} as "powerRatio",
  (select a.kind from alarm a where a.site_id = f.site_id and a.finding_id = f.id and a.finding_id <> 0
    order by a.id desc limit 1) as "alarmKind",
  nullif(coalesce(${priceNowSql(now)}, 0), 0) as price,
  ${
    me.pages.has(alarmsPage.name)
      ? sql`(select max(a.id) from alarm a where a.site_id = f.site_id and a.finding_id = f.id and a.finding_id <> 0)`
      : sql`null::bigint`
  } as "alarmId",
  ${
    me.pages.has('fleet')
      ? sql`(select c.case_id from case_findings c where c.site_id = f.site_id and c.finding_id = f.id)`
      : sql`null::bigint`
  } as "caseId",
  f.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit"`;

/**
 * Joins required by `findingColumns` in addition to `f` and `s`. A device that has since moved to another plant is not
 * named.
 */
export const findingJoins: RawBuilder<unknown> = sql`
  left join devices d on d.id = f.device_id and d.site_id = f.site_id
  left join arrays p on p.site_id = f.site_id and p.id = f.array_id`;

/**
 * Yearly loss of a finding if not resolved, in Wh: from the evaluation, else of a fault extrapolated until the last evaluated
 * day, like `yearlyWh` of the desk; needs `f`. What is no fault, such as snow, passes without repair.
 */
export const yearlyWhSql: RawBuilder<number> = sql<number>`
  greatest(0, coalesce(f.year_wh, case when not f.is_fault then 0 else f.lost_wh * ${sql.lit(DAYS_OF_YEAR)}
    / greatest(1, extract(epoch from coalesce(
      (select (y.evaluated_until + 1)::timestamp at time zone 'UTC' from site_analytics y where y.site_id = f.site_id),
      f.since_at) - f.since_at) / 86400) end))`;

/** Kind of alarm about the same trouble, for faults whose finding raises none. */
function kindOfCause({ cause, scope }: Pick<FindingRow, 'cause' | 'scope'>): FoundKey {
  if (cause === 'communication') return 'silent';
  if (cause !== 'inverterFailure') return 'moduleWeak';
  return scope === 'plant' ? 'plantZero' : 'makesNothing';
}

const inKwh = (wh: number) => Math.round(wh) / 1000;
const inMoney = (wh: number, price: number | null) =>
  price === null ? null : Math.round((wh * price) / 10) / 100;

/** A finding as the answer has it, in the language of the caller. */
export function findingRowOf(row: StoredFinding, { lan, now }: { lan: number; now: number }): FindingRow {
  const { siteId: _site, deviceSn, addr, sinceMs, untilMs, detectedMs, lostWh, yearWh, recoveredWh } = row;
  const { price, modules, lostMoney, powerRatio, isGateway, alarmKind, ...plain } = row;
  const isModule = plain.scope === 'module' && deviceSn !== null && addr !== null;
  const module = isModule ? plcSn(deviceSn, addr) : null;
  const at = (instant: number) => offsetTime(instant, plain.timezone);
  const answer: Omit<FindingRow, 'sentence'> = {
    id: plain.id,
    plant: plain.plant,
    plantName: plain.plantName,
    timezone: plain.timezone,
    scope: plain.scope,
    module,
    moduleName: isModule ? `${plain.deviceName || deviceSn} / ${addr}` : '',
    device: deviceSn,
    deviceName: plain.deviceName,
    array: plain.array,
    arrayName: plain.arrayName,
    modules: modules.map((one) => ({ plcSN: plcSn(one.sn, one.addr), ...one })),
    moduleCount: plain.moduleCount,
    cause: plain.cause,
    confidence: plain.confidence,
    probability: Math.round(plain.probability * 1000) / 1000,
    isFault: plain.isFault,
    severity: plain.isFault ? severityOfKind(alarmKind ?? kindOfCause(plain)) : 'info',
    since: at(sinceMs),
    until: untilMs === null ? null : at(untilMs),
    detectedAt: at(detectedMs),
    lostKwh: inKwh(lostWh),
    lostMoney: lostMoney === null ? null : Math.round(lostMoney * 100) / 100,
    currency: plain.currency,
    lostKwhPerYear: yearWh === null ? null : inKwh(yearWh),
    lostMoneyPerYear: yearWh === null ? null : inMoney(yearWh, price),
    recovered:
      untilMs === null || recoveredWh === null
        ? null
        : { kwhPerDay: inKwh(recoveredWh), moneyPerDay: inMoney(recoveredWh, price) },
    recommendation: {
      owner: recommendationText('owner', plain, lan) ?? '',
      installer: recommendationText('installer', plain, lan) ?? '',
    },
    alarmId: plain.alarmId,
    caseId: plain.caseId,
    mayEdit: plain.mayEdit,
  };
  return {
    ...answer,
    sentence: findingSentence(
      { ...answer, isGateway, lostShare: powerRatio === null ? null : 1 - powerRatio },
      { lan, now },
    ),
  };
}

/** The findings of some numbers in some visible plants, in the order of the numbers. */
export async function findingsById(
  tx: Tx,
  context: RowContext & { lan: number },
  ids: readonly number[],
): Promise<FindingRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredFinding>`
    select ${findingColumns(context)}
    from unnest(${[...ids]}::bigint[]) with ordinality as n(id, place)
    join finding f on f.id = n.id join ${context.visible.sites} s on s.id = f.site_id ${findingJoins}
    order by n.place`.execute(tx);
  return rows.map((row) => findingRowOf(row, context));
}
