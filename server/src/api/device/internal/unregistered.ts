// What is stored about a serial number without a plant.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { frameVersion } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Call } from '../../../access/handler.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import { translate } from '../../../platform/texts.ts';
import { ms } from '../../../queries/found.ts';
import { kindOf } from '../../../queries/stateNow.ts';
import { modelOf } from '../../../queries/words.ts';
import { readingCounts } from '../../../timeseries/ingestion/unclaimed.ts';
import { rawFrames } from './rawFrames.ts';

type UnregisteredCall = Call<typeof device.listNoRegFrame>;
type About = Pick<OutputOf<typeof device.listNoRegFrame>, 'device' | 'stock' | 'frames'>;

const FRAMES_SHOWN = 20;

/** `ids`: the unclaimed device and its components, as far as the caller sees them. */
export async function aboutUnregistered(
  call: UnregisteredCall,
  sn: string,
  ids: readonly number[],
): Promise<About> {
  return {
    device: await deviceOf(call, ids),
    stock: await stockOf(call, sn),
    frames: await rawFrames(call.tx, sql`device_id = any(${[...ids]}::bigint[])`, sql`limit ${FRAMES_SHOWN}`),
  };
}

interface Row extends Columns<'devices', 'kind' | 'productNumber' | 'modelByte'> {
  firstAt: number | null;
  lastAt: number | null;
  state: number | null;
  isRetired: boolean;
}

async function deviceOf({ tx, lan }: UnregisteredCall, ids: readonly number[]): Promise<About['device']> {
  const { rows } = await sql<Row>`
    select d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      ${ms(sql`d.first_seen_at`)} as "firstAt", d.retired_at is not null as "isRetired", l.state, (
        select ${ms(sql`max(r.at)`)} from latest r where r.site_id = 0 and r.device_id = any(${[...ids]}::bigint[])
      ) as "lastAt"
    from devices d left join latest l on l.site_id = 0 and l.device_id = d.id
    where d.id = any(${[...ids]}::bigint[]) and d.parent_id is null`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const counts = await readingCounts(tx, ids);
  return {
    ...modelOf(row, lan),
    kindTitle: translate(lan, `deviceKind.${kindOf(row.kind)}`),
    version: frameVersion(row.modelByte, row.state),
    firstAt: row.firstAt,
    lastAt: row.lastAt,
    // A message of a composite device is one reading per component.
    reportCount: Math.max(0, ...counts.values()),
    isRetired: row.isRetired,
  };
}

async function stockOf({ tx, visible }: UnregisteredCall, sn: string): Promise<About['stock']> {
  const { rows } = await sql<NonNullable<About['stock']>>`
    select coalesce(p.name, '') as "modelName", coalesce(c.name, '') as "companyName",
      ${ms(sql`e.issued_at`)} as "issuedAt", e.restricted_at is not null as "isRestricted",
      e.restricted_reason as "restrictedReason"
    from ${visible.serials} e left join products p on p.number = e.product_number
    left join companies c on c.id = e.company_id
    where e.sn = ${sn} and not exists (
      select from devices d where d.sn = e.sn and d.site_id is not null)`.execute(tx);
  return rows[0] ?? null;
}
