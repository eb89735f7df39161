// Adding serial numbers to the list: validates each row and inserts the valid ones in one statement.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { translate } from '../../../platform/texts.ts';
import { isWholeSn } from '../../../queries/hardware.ts';
import { writeAudit } from '../../../repositories/audit.ts';
import { enterSerials } from '../../../repositories/serials.ts';

type Entered = OutputOf<typeof product.snCreate>;
type Row = Entered['bad'][number];
type Result = Row['result'];

/** A row as it was typed or read. */
export interface RawRow {
  row: number;
  serial: string;
  /** Name of a model; '' for the one that was chosen for all. */
  model: string;
  batch: string;
}

interface Where {
  tx: Tx;
  me: Me;
  visible: Visible;
  now: number;
  lan: number;
}

interface Order {
  /** Of rows that name no model. */
  model: number | null;
  companyId: number | null;
  isTrial: boolean;
}

type Model = Columns<'products', 'number' | 'name' | 'vendor'>;

/** Number of valid rows shown. */
const SAMPLE = 20;

const words = {
  good: 'hardware.entry.good',
  exists: 'hardware.entry.exists',
  format: 'hardware.format',
  maker: 'hardware.entry.maker',
  model: 'hardware.entry.model',
  twice: 'hardware.twice',
  blank: 'hardware.blank',
} as const satisfies Record<Result, string>;

/** Validates all rows and inserts the valid ones, unless it is a dry run. Invalid rows do not affect others. */
export async function enterRows(where: Where, rows: readonly RawRow[], order: Order): Promise<Entered> {
  const { tx, me, now, lan } = where;
  if (rows.length === 0) fail('serial.none');
  const models = await modelsOf(tx);
  if (order.model !== null && !models.byNumber.has(order.model)) fail('product.unknown');
  const issue = await issueOf(where, order.companyId);
  const checked = checkRows(rows, models, order.model);
  const hopes = checked.filter(({ result }) => result === 'good');
  const known = await knownAmong(
    where,
    hopes.map(({ sn }) => sn),
  );
  for (const one of hopes) if (known.has(one.sn)) one.result = 'exists';
  const good = checked.filter(({ result }) => result === 'good');
  const entered = order.isTrial ? [] : await enter(tx, good, { issue, now });
  if (entered.length > 0)
    await writeAudit(tx, me, now, {
      action: 'serial.create',
      subject: good.length === 1 ? good[0]!.sn : `${good[0]!.sn} … ${good.at(-1)!.sn}`,
      ...(issue?.companyId ? { companyId: issue.companyId } : {}),
      detail: { entered: entered.length, refused: checked.length - good.length },
    });
  const shown = ({ row, sn, model, typedModel, batch, result }: CheckedRow): Row => ({
    row,
    sn,
    result,
    modelName: model?.name ?? typedModel,
    batch,
    msg: translate(lan, words[result]),
  });
  return {
    total: checked.length,
    good: good.length,
    entered: entered.length,
    sample: good.slice(0, SAMPLE).map(shown),
    bad: checked.filter(({ result }) => result !== 'good').map(shown),
  };
}

/** A concurrent insert by another user is no error: those rows count as not added here. */
const enter = (
  tx: Tx,
  good: readonly CheckedRow[],
  options: Parameters<typeof enterSerials>[2],
): Promise<string[]> =>
  enterSerials(
    tx,
    good.map(({ sn, model, batch }) => ({ sn, productNumber: model!.number, batch })),
    options,
  );

interface CheckedRow extends Omit<RawRow, 'model'> {
  sn: string;
  typedModel: string;
  model: Model | undefined;
  result: Result;
}

interface Models {
  byNumber: ReadonlyMap<number, Model>;
  byName: ReadonlyMap<string, Model>;
}

async function modelsOf(tx: Tx): Promise<Models> {
  const { rows } = await sql<Model>`select number, name, vendor from products`.execute(tx);
  return {
    byNumber: new Map(rows.map((row) => [row.number, row])),
    byName: new Map(rows.map((row) => [row.name.toLowerCase(), row])),
  };
}

/** Validation of the rows without the database. */
function checkRows(
  rows: readonly RawRow[],
  { byNumber, byName }: Models,
  chosen: number | null,
): CheckedRow[] {
  const seen = new Set<string>();
  return rows.map((raw) => {
    const sn = canonicalSn(raw.serial);
    const model = raw.model === '' ? byNumber.get(chosen ?? 0) : byName.get(raw.model.toLowerCase());
    const resultOf = (): Result => {
      if (raw.serial === '') return 'blank';
      if (!isWholeSn(sn)) return 'format';
      if (seen.has(sn)) return 'twice';
      if (!model) return 'model';
      return parseSn(sn)?.vendor === model.vendor ? 'good' : 'maker';
    };
    const result = resultOf();
    seen.add(sn);
    return { ...raw, model, typedModel: raw.model, result, sn: result === 'format' ? raw.serial : sn };
  });
}

/**
 * Serial numbers that already exist. A company may only add those that no device of the portal has: with the number of
 * a device in use or in stock elsewhere, it would gain control of that device.
 */
async function knownAmong(
  { tx, me }: Pick<Where, 'tx' | 'me'>,
  sns: readonly string[],
): Promise<ReadonlySet<string>> {
  const devices = sql`union select sn from devices where sn = any(${[...sns]}::text[])`;
  const { rows } = await sql<Columns<'sn_entries', 'sn'>>`
    select sn from sn_entries where sn = any(${[...sns]}::text[])
      and (product_number is not null or ${me.scope !== 'all'})
    ${me.scope === 'all' ? sql`` : devices}`.execute(tx);
  return new Set(rows.map(({ sn }) => sn));
}

/** Ends the call for callers who keep no stock: neither operators nor the session of a company. */
export function demandStockKeeper(me: Me): void {
  const keeps = me.scope === 'all' || (me.scope === 'company' && me.companyId !== 0);
  if (!keeps || me.isViewing) fail('access.denied');
}

/** Serial numbers added by a company are issued to it, unless it names a child company. */
export const companyOfEntry = ({ scope, companyId }: Me, requested: number | null): number | null =>
  scope === 'all' ? requested : requested || companyId;

/** Company to which serial numbers are issued: null for not issued, a company that the caller may change, or none. */
export async function issueOf(
  { tx, visible, me }: Pick<Where, 'tx' | 'visible' | 'me'>,
  companyId: number | null,
): Promise<{ companyId: number | null } | null> {
  if (companyId === null) return null;
  if (companyId === 0) return me.scope === 'all' ? { companyId: null } : fail('serial.groupNeeded');
  const { rows } = await sql`select 1 from ${visible.editableCompanies} c where c.id = ${companyId}`.execute(
    tx,
  );
  return rows.length > 0 ? { companyId } : fail('company.unknown');
}
