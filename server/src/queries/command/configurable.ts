// Devices with remote parameters: their reported values and the allowed ranges.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type GridCode, gridCodeOf, type Parameter, parameters, rangeOf } from '@helioport/domain/parameters';
import { type RawBuilder, sql } from 'kysely';
import { translate } from '../../platform/texts.ts';
import { deviceNowOf, deviceNowSql, type FoundDeviceNow, stateNowOf } from '../stateNow.ts';
import { modelOf } from '../words.ts';
import type { LocalizedContext } from './commandRows.ts';
import type { CommandContext } from './send.ts';

type Answer = OutputOf<typeof configuration.inverterGroupFilter>['list'][number];

/** The configuration decides whether a change needs a second approval. */
export type ParameterContext = LocalizedContext & Pick<CommandContext, 'services'>;

interface Row extends FoundDeviceNow {
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  timezone: string;
  countryCode: string;
  productNumber: number | null;
  modelByte: number | null;
  isRemote: boolean;
  mayEdit: boolean;
  openCount: number;
  reported: ReportedValues | null;
}

/** Parameters reported by a device, by key. */
export type ReportedValues = Record<string, { value: number; readAt: number }>;

/** The same for a row `d`; null if never reported. */
export const reportedSql: RawBuilder<ReportedValues | null> = sql`(
  select json_object_agg(p.key, json_build_object('value', p.value,
    'readAt', (extract(epoch from p.read_at) * 1000)::float8))
  from device_parameters p where p.site_id = d.site_id and p.device_id = d.id)`;

/** The devices of a page, in the order of their plants. `found`: what follows `select d.id`, with `d` = rows of devices. */
export async function configurableRows(
  { tx, visible, now, lan, services }: ParameterContext,
  found: RawBuilder<unknown>,
): Promise<Answer[]> {
  const { rows } = await sql<Row>`
    with page as (select d.id ${found})
    select s.sid, s.name as "siteName", d.sn, d.alias, s.timezone, s.country_code as "countryCode",
      d.product_number as "productNumber", d.model_byte as "modelByte", ${deviceNowSql(now)},
      d.commands_at is not null as "isRemote",
      exists (select from ${visible.editableSites} e where e.id = s.id) as "mayEdit",
      (select count(*) from commands c
        where c.site_id = d.site_id and c.device_id = d.id and c.state in ('waiting', 'queued', 'sent')) as "openCount",
      ${reportedSql} as reported
    from page join devices d on d.id = page.id
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
    left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
    order by d.site_id, d.id`.execute(tx);
  return rows.map((row) => answerOf(row, lan, services.config.needsSecondPerson));
}

function answerOf(row: Row, lan: number, needsSecondPerson: boolean): Answer {
  const code = gridCodeOf(row.countryCode);
  const own = deviceNowOf(row, lan);
  const { sid, siteName, sn, alias, timezone, isRemote, mayEdit, openCount } = row;
  return {
    sid,
    siteName,
    sn,
    alias,
    timezone,
    isRemote,
    mayEdit,
    openCount,
    kind: own.kind,
    ...stateNowOf(own),
    ...modelOf(row, lan),
    gridCode: code ? { key: code.key, title: code.title, source: code.source } : null,
    parameters: parameters.map((one) => {
      const reported = row.reported?.[one.key];
      return {
        key: one.key,
        title: translate(lan, one.word),
        unit: one.unit,
        decimals: one.decimals,
        value: reported?.value ?? null,
        readAt: reported ? Math.round(reported.readAt) : null,
        needsSecond: needsSecondPerson && one.isProtection,
        ...limitsOf(one, code, lan),
      };
    }),
  };
}

/** What a parameter may be under a grid code. */
function limitsOf(parameter: Parameter, code: GridCode | undefined, lan: number) {
  const range = code && rangeOf(parameter, code);
  if (!range) return { min: null, max: null, choices: [] };
  if (!('choices' in range)) return { ...range, choices: [] };
  const { hasNames, word, unit } = parameter;
  return {
    min: null,
    max: null,
    choices: range.choices.map((value) => ({
      value,
      title: hasNames ? translate(lan, `${word}.${value}`) : `${value} ${unit}`,
    })),
  };
}
