// Texts of findings in alarms and reports, in the reader's language. The caller checks access to the plant.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { ms } from '../found.ts';
import { isGatewaySql, powerRatioSql } from './rows.ts';
import { findingSentence, findingTitle, recommendationText } from './sentence.ts';

export interface FindingText {
  /** Cause and subject. */
  title: string;
  sentence: string;
  /** Null: no specific advice for its cause. */
  ownerAdvice: string | null;
  installerAdvice: string | null;
}

interface Row
  extends Columns<'finding', 'id' | 'scope' | 'addr' | 'lostWh'>,
    Columns<'sites', 'timezone' | 'currency'> {
  cause: FindingCause;
  device: string | null;
  deviceName: string;
  isGateway: boolean;
  arrayName: string;
  plantName: string;
  sinceMs: number;
  untilMs: number | null;
  powerRatio: number | null;
  lostMoney: number | null;
}

/** Sentences and advice by the numbers of findings; 0 is none. */
export async function findingTexts(
  tx: Tx,
  ids: readonly number[],
  { lan, now, mayKnowMoney }: { lan: number; now: number; mayKnowMoney: boolean },
): Promise<Map<number, FindingText>> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select f.id, f.cause, f.scope, f.addr, d.sn as device, coalesce(d.alias, '') as "deviceName",
      ${isGatewaySql} as "isGateway",
      coalesce(p.name, '') as "arrayName", s.name as "plantName", s.timezone, s.currency, ${ms(sql`f.since_at`)} as "sinceMs",
      ${ms(sql`f.until_at`)} as "untilMs", ${powerRatioSql} as "powerRatio",
      f.lost_wh as "lostWh", ${mayKnowMoney ? sql`f.lost_money` : sql`null::float8`} as "lostMoney"
    from finding f join sites s on s.id = f.site_id
    left join devices d on d.id = f.device_id and d.site_id = f.site_id
    left join arrays p on p.site_id = f.site_id and p.id = f.array_id
    where f.id = any(${wanted}::bigint[])`.execute(tx);
  const nameOf = ({ deviceName, device, addr, scope }: Row) =>
    scope === 'module' && addr !== null ? `${deviceName || (device ?? '')} / ${addr}` : '';
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: findingTitle({ ...row, moduleName: nameOf(row) }, lan),
        sentence: findingSentence(
          {
            ...row,
            moduleName: nameOf(row),
            since: new Date(row.sinceMs).toISOString(),
            until: row.untilMs === null ? null : new Date(row.untilMs).toISOString(),
            lostKwh: row.lostWh / 1000,
            lostShare: row.powerRatio === null ? null : 1 - row.powerRatio,
          },
          { lan, now },
        ),
        ownerAdvice: recommendationText('owner', row, lan),
        installerAdvice: recommendationText('installer', row, lan),
      },
    ]),
  );
}
