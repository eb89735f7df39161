import type { device } from '@helioport/contract/device';
import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import { partOf, searchedSn } from '@helioport/domain/deviceIdentity';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { alertCode } from '@helioport/domain/faults';
import { localDay } from '@helioport/domain/periods';
import { isLive, reportingStateAt } from '@helioport/domain/state';
import { kwh, rounded } from '@helioport/domain/units';
import { clockTime, displayTime, frameVersion, plcSn, wallSeconds } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, begins, contains, hasWords } from '../../platform/search.ts';
import { countryName } from '../../platform/texts.ts';
import { type FoundDevice, hasSn } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { isPerson } from '../../queries/isPerson.ts';
import { pageOfIds } from '../../queries/pageOfIds.ts';
import { deviceNowOf, deviceNowSql, type FoundDeviceNow } from '../../queries/stateNow.ts';
import { alertOf, lastUpdateOf, modelOf } from '../../queries/words.ts';
import { measureColumn, measureInSi } from '../../timeseries/catalogue.ts';
import { deviceRank, deviceShownSql, isSeverity, isState, isStatus } from '../../timeseries/current/state.ts';
import { createdAt, deviceOrder, modelNumber, todayByZone } from './internal/deviceOrder.ts';

type Answer = OutputOf<typeof device.list>['list'][number];
type Filters = ParsedOf<typeof device.list>['filters'];

type Known = 'sid' | 'sn' | 'timezone' | 'productNumber' | 'modelByte' | 'statusBits' | 'soc';

interface Row extends Pick<FoundDevice, Known>, FoundDeviceNow {
  createdAt: number;
  commissionedAt: number | null;
  siteName: string;
  countryCode: string;
  stateName: string;
  city: string;
  street: string;
  userEmail: string;
  installerEmail: string;
  wifiVersion: string;
  cpuVersion: string;
  ramVersion: string;
  alias: string;
  /** Plant-local day to which the energies of the day belong. */
  day: string | null;
  dayWh: number;
  beforeWh: number;
  /** By input, the first entry is input 1; null before the first report and for models that name no inputs. */
  chPower: (number | null)[] | null;
  chDayWh: (number | null)[] | null;
  chBeforeWh: (number | null)[] | null;
  /** Of its newest frame. */
  frameState: number | null;
  isRestricted: boolean;
  /** Inputs that have a module on the roof. */
  wired: number[];
}

export default handler<typeof device.list>(async ({ input, visible, share, tx, now, lan }) => {
  const restrictions = sql`left join sn_entries r on r.sn = d.sn and r.restricted_at is not null`;
  const joins = sql`
    left join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
    left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id`;
  // Unused left joins cost nothing: they are on unique keys, so the planner removes them. A join on the serial number
  // would still read that column and prevent an index-only scan.
  const found = sql`
    from ${visible.devices} d ${joins} ${input.filters.is_restricted === null ? sql`` : restrictions} ${todayByZone(now)}
    where d.retired_at is null and d.parent_id is null and ${conditions(input.filters, now)}`;
  const order = deviceOrder(input, now);

  // A page counts composite devices once and lists their components after them.
  const { ids, total } = await pageOfIds(
    { tx, share, name: 'deviceOrder', key: [input.filters, input.sort], page: input.page },
    // A filter that needs the state of every device counts while reading; all others are counted faster separately.
    { id: sql`d.id`, from: found, order, ...(isDear(input.filters) ? {} : { countedBy: input.filters }) },
  );
  const { rows } = await sql<Row>`
    select s.sid, d.sn, s.timezone, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      ${deviceNowSql(now)}, coalesce(${measureInSi('l', 'soc')}, 0) as soc, ${ms(createdAt)} as "createdAt",
      ${ms(sql`s.commissioned_at`)} as "commissionedAt", s.name as "siteName", s.country_code as "countryCode",
      s.state_name as "stateName", s.city, s.street, coalesce(o.email, '') as "userEmail",
      coalesce(i.email, '') as "installerEmail", d.wifi_version as "wifiVersion", d.cpu_version as "cpuVersion",
      d.ram_version as "ramVersion", d.alias, l.day, coalesce(l.day_wh, 0) as "dayWh",
      coalesce(l.before_wh, imp.energy_wh, 0) as "beforeWh", ${measureColumn('l', 'power', 'input')} as "chPower", l.ch_day_wh as "chDayWh",
      l.ch_before_wh as "chBeforeWh", l.state as "frameState", r.sn is not null as "isRestricted",
      array(select m.addr from modules m where m.site_id = d.site_id and m.device_id = d.id order by m.addr) as wired
    from unnest(${ids}::bigint[]) with ordinality as page (id, place) cross join lateral (
      select * from devices own where own.id = page.id
      union all select * from devices part where part.parent_id = page.id
    ) d ${joins} ${restrictions}
    left join imported_device imp on imp.site_id = d.site_id and imp.device_id = d.id
    order by page.place, d.parent_id is not null, d.id`.execute(tx);
  return { list: rows.map((row) => answerOf(row, now, lan)), total };
});

/** Whether the filters require current readings or a full text search. */
const isDear = ({ state, status, severity, keywords }: Filters): boolean =>
  state !== null || status !== null || severity !== null || keywords !== '';

const conditions = (filters: Filters, now: number) =>
  allOf([
    filters.keywords &&
      anyOf([
        hasSn(sql`d.sn`, filters.keywords),
        sql`d.alias <> '' and ${hasWords(sql`search_key(d.alias)`, filters.keywords)}`,
        sql`d.site_id in (select x.id from sites x where ${hasWords(sql`x.search_key`, filters.keywords)})`,
        isPerson(sql`s.owner_id`, filters.keywords),
      ]),
    filters.sn && hasSn(sql`d.sn`, filters.sn),
    filters.site_name && contains(sql`s.name`, filters.site_name),
    filters.user_email && isPerson(sql`s.owner_id`, filters.user_email),
    filters.installer_email && isPerson(sql`s.installer_id`, filters.installer_email),
    filters.is_commission !== null && sql`(s.commissioned_at is not null) = ${filters.is_commission}`,
    filters.model !== null && sql`${modelNumber} = ${filters.model}`,
    filters.country_code && sql`s.country_code = upper(${filters.country_code})`,
    filters.street && contains(sql`s.street`, filters.street),
    filters.status !== null && isStatus(deviceShownSql(now), filters.status),
    filters.sid && sql`s.sid = ${filters.sid}`,
    filters.sn_prefix && begins(sql`d.sn`, searchedSn(filters.sn_prefix)),
    filters.kinds.length > 0 && sql`d.kind = any(${filters.kinds}::text[])`,
    filters.severity !== null && isSeverity(deviceRank(now), filters.severity),
    filters.state !== null && isState(deviceShownSql(now), filters.state),
    filters.version &&
      anyOf(['wifi', 'cpu', 'ram'].map((part) => begins(sql.ref(`d.${part}_version`), filters.version))),
    filters.company_id !== null && sql`s.company_id = ${filters.company_id}`,
    filters.is_restricted !== null && sql`(r.sn is not null) = ${filters.is_restricted}`,
  ]);

function answerOf(row: Row, now: number, lan: number): Answer {
  const isToday = row.day === localDay(now, row.timezone);
  const isSpeaking = isLive(reportingStateAt(row.reportingRank).state);
  const makes = deviceKindNamed(row.kind)?.isProducer === true;
  const { sid, sn, timezone } = row;
  return {
    sid,
    sn,
    ...partOf(sn),
    ...deviceNowOf(row, lan),
    ...alertOf(row.statusBits, lan),
    ...modelOf(row, lan),
    ...lastUpdateOf(row.lastAt, timezone, now, lan),
    createdAt: displayTime(row.createdAt, timezone),
    siteName: row.siteName,
    country: row.countryCode,
    countryName: countryName(row.countryCode, lan),
    stateName: row.stateName,
    city: row.city,
    street: row.street,
    userEmail: row.userEmail,
    installerEmail: row.installerEmail,
    commissionDate: displayTime(row.commissionedAt, timezone),
    now: rounded(row.nowW, 1),
    nowUnit: 'W',
    batterySoc: rounded(row.soc * 100, 1),
    WIFIVersion: row.wifiVersion,
    CPUVersion: row.cpuVersion,
    RAMVersion: row.ramVersion,
    alias: row.alias,
    timezone,
    version: frameVersion(row.modelByte, row.frameState),
    todayPower: makes ? kwh(isToday ? row.dayWh : 0) : null,
    totalPower: makes ? kwh(row.beforeWh + row.dayWh) : null,
    isRestricted: row.isRestricted,
    modules: inputsOf(row).map(({ addr, powerW, dayWh, beforeWh }) => ({
      plcSN: plcSn(sn, addr),
      addr,
      lastUpdate: clockTime(row.lastAt, timezone),
      lastUpdateTime: wallSeconds(row.lastAt, timezone),
      now: isSpeaking ? powerW && rounded(powerW, 1) : 0,
      nowUnit: 'W',
      // Wh with the unit kWh, for compatibility: clients of the original service divide by 1000 themselves.
      todayPower: rounded(isToday ? dayWh : 0, 1),
      todayPowerUnit: 'kWh',
      totalPower: rounded(beforeWh + dayWh, 1),
      totalPowerUnit: 'kWh',
      version: '',
      status: alertCode(row.statusBits),
      page: 0,
      model: 0,
      model_name: '-',
    })),
  };
}

interface Input {
  addr: number;
  powerW: number | null;
  dayWh: number;
  beforeWh: number;
}

/** An inverter that reports no inputs is one input itself. */
function inputsOf({
  kind,
  lastAt,
  nowW,
  dayWh,
  beforeWh,
  chPower,
  chDayWh,
  chBeforeWh,
  wired,
}: Row): Input[] {
  if (!deviceKindNamed(kind)?.isProducer) return [];
  const whole = lastAt !== null && chPower === null ? [{ addr: 1, powerW: nowW, dayWh, beforeWh }] : [];
  const reported = (chPower ?? []).map((power, i) => ({
    addr: i + 1,
    powerW: power === null ? null : power / 10,
    dayWh: chDayWh?.[i] ?? 0,
    beforeWh: chBeforeWh?.[i] ?? 0,
  }));
  const known = [...whole, ...reported];
  if (wired.length === 0) return known;
  return wired.map((addr) => known[addr - 1] ?? { addr, powerW: null, dayWh: 0, beforeWh: 0 });
}
