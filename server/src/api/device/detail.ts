import type { device } from '@helioport/contract/device';
import { partOf } from '@helioport/domain/deviceIdentity';
import { productOf } from '@helioport/domain/products';
import { rounded } from '@helioport/domain/units';
import { displayTime, frameVersion, wallSeconds } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { countryName } from '../../platform/texts.ts';
import { type FoundDevice, findDevice, withParts } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { deviceNowOf, stateNowOf } from '../../queries/stateNow.ts';
import { alertOf, modelOf } from '../../queries/words.ts';

interface Row
  extends Columns<
      'sites',
      'countryCode' | 'stateName' | 'city' | 'street' | 'logo' | 'latitude' | 'longitude' | 'temperatureUnit'
    >,
    Columns<'devices', 'wifiVersion' | 'cpuVersion' | 'ramVersion' | 'alias'> {
  siteName: string;
  userEmail: string;
  installerEmail: string;
  registeredAt: number;
  commissionedAt: number | null;
  state: number | null;
  isRestricted: boolean;
  isRetired: boolean;
  mayEdit: boolean;
  modulesW: number | null;
  gateway: { sn: string; alias: string } | null;
}

export default handler<typeof device.detail>(async (call) => {
  const { tx, visible, lan } = call;
  const found = await findDevice(call, call.input);
  const { rows } = await sql<Row>`
    select s.name as "siteName", s.country_code as "countryCode", s.state_name as "stateName", s.city, s.street,
      coalesce(o.email, '') as "userEmail", coalesce(i.email, '') as "installerEmail",
      ${ms(sql`s.registered_at`)} as "registeredAt", ${ms(sql`s.commissioned_at`)} as "commissionedAt",
      s.temperature_unit as "temperatureUnit", s.logo, s.latitude, s.longitude, w.wifi_version as "wifiVersion",
      w.cpu_version as "cpuVersion", w.ram_version as "ramVersion", d.alias, l.state,
      d.retired_at is not null as "isRetired",
      case when g.id is not null then json_build_object('sn', g.sn, 'alias', g.alias) end as gateway,
      exists (select from sn_entries r where r.sn = d.sn and r.restricted_at is not null) as "isRestricted",
      exists (select from ${visible.editableSites} e where e.id = s.id) as "mayEdit",
      (select sum(m.rated_w) from modules m where m.site_id = d.site_id and m.device_id in (
        select p.id from devices p where p.id = d.id or p.parent_id = d.id)) as "modulesW"
    from devices d
    join devices w on w.id = coalesce(d.parent_id, d.id)
    left join devices g on g.id = w.gateway_id
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id
    where d.id = ${found.id}`.execute(tx);
  const row = rows[0]!;
  const { model, modelName } = modelOf(found, lan);
  const nowOf = deviceNowOf(found, lan);
  const all = await withParts(call, found);
  const ratedW = all.reduce((sum, one) => sum + (productOf(one)?.ratedW ?? 0), 0);
  return {
    sid: found.sid,
    sn: found.sn,
    model_int: model,
    model: modelName,
    version: frameVersion(found.modelByte, row.state),
    modelTitle: modelName,
    siteName: row.siteName,
    countryName: countryName(row.countryCode, lan),
    countryCode: row.countryCode,
    stateName: row.stateName,
    city: row.city,
    street: row.street,
    timezone: found.timezone,
    userEmail: row.userEmail,
    installerEmail: row.installerEmail,
    registerDate: displayTime(row.registeredAt, found.timezone),
    isCommission: row.commissionedAt !== null,
    commissionDate: displayTime(row.commissionedAt, found.timezone),
    time: wallSeconds(found.lastAt, found.timezone),
    temperatureUnit: row.temperatureUnit,
    currency_unit: found.currency,
    local_electric_price: found.electricityPrice,
    logoFullPath: row.logo,
    powerMax: rounded(row.modulesW || ratedW, 1),
    latitude: row.latitude ?? 0,
    longitude: row.longitude ?? 0,
    wifiVersion: row.wifiVersion,
    cpuVersion: row.cpuVersion,
    ramVersion: row.ramVersion,
    alias: row.alias,
    connectionType: '',
    systemType: 0,
    powerRating: ratedW,
    kind: nowOf.kind,
    ...stateNowOf(nowOf),
    trouble: nowOf.trouble,
    alertTitle: alertOf(found.statusBits, lan).alertTitle,
    mayEdit: row.mayEdit,
    isRestricted: row.isRestricted,
    isRetired: row.isRetired,
    gateway: row.gateway,
    ...partOf(found.sn),
    parts: all.filter(({ id }) => id !== found.id).map((one) => partRow(one, lan)),
  };
});

const partRow = (one: FoundDevice, lan: number) => {
  const own = deviceNowOf(one, lan);
  return { sn: one.sn, part: partOf(one.sn).part, kind: own.kind, ...stateNowOf(own) };
};
