import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { arrayMedian } from '@helioport/domain/arrayMedian';
import { addDays, localDay, monthOf } from '@helioport/domain/periods';
import { isLive } from '@helioport/domain/state';
import { kwh, rounded } from '@helioport/domain/units';
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { scopeOf } from '../../queries/findDevice.ts';
import { deviceNowOf, stateNowOf } from '../../queries/stateNow.ts';
import { modelOf } from '../../queries/words.ts';
import { moduleEnergies } from '../../timeseries/query/moduleDays.ts';
import { deviceNow, type ModuleNow, modulesNow } from '../../timeseries/query/series.ts';
import { membersOf, requestedModule } from './internal/requestedModule.ts';

type Period = OutputOf<typeof device.modulesStatisticsOverview>['today'];

const shown = (value: number | null | undefined, places: number) =>
  value == null ? null : rounded(value, places);
const inKwh = (energyWh: number | null | undefined) => (energyWh == null ? null : kwh(energyWh));

export default handler<typeof device.modulesStatisticsOverview>(async (call) => {
  const { tx, now, lan, input } = call;
  const found = await requestedModule(call, input);
  const { device: one, addr, array, ratedW } = found;
  const own = deviceNowOf(one, lan);
  const { reporting, trouble } = own;
  const { rows } = await sql<{ alias: string; siteName: string }>`
    select d.alias, s.name as "siteName" from devices d join sites s on s.id = d.site_id
    where d.id = ${one.id}`.execute(tx);
  const { alias = '', siteName = '' } = rows[0] ?? {};

  // Current values, of the whole array if there is one.
  const scope = array === null ? scopeOf(one) : { siteId: one.siteId, timeZone: one.timezone };
  const newest = new Map(
    (await modulesNow(tx, scope, now)).map((module) => [plcSn(String(module.deviceId), module.addr), module]),
  );
  const newestOwn = newest.get(plcSn(String(one.id), addr));
  const members = array === null ? [] : await membersOf(tx, found);
  const medianOf = (given: (module: ModuleNow) => number | null) =>
    arrayMedian(
      found,
      members.map((member) => {
        const module = newest.get(plcSn(String(member.deviceId), member.addr));
        return { ratedW: member.ratedW, value: module ? given(module) : null };
      }),
      true,
    );
  const { scalars = {}, inputs = {} } = (await deviceNow(tx, scopeOf(one), now))[0]?.values ?? {};
  const ofInput = (key: 'dcVoltage' | 'dcCurrent') => inputs[key]?.[addr - 1] ?? scalars[key];
  const volts = ofInput('dcVoltage');
  const watts = newestOwn?.powerW ?? null;
  // What no device measures follows from power and voltage.
  const amperes = ofInput('dcCurrent') ?? (watts !== null && volts ? watts / volts : null);

  const today = localDay(now, one.timezone);
  const periodOf = async (from: string, to: string): Promise<Period> => {
    const [sum] = await moduleEnergies(tx, found, { from, to, by: 'all' });
    return { energy: inKwh(sum?.energyWh), median: inKwh(sum?.medianWh) };
  };
  return {
    sid: one.sid,
    siteName,
    sn: one.sn,
    addr,
    plcSN: plcSn(one.sn, addr),
    alias,
    modelName: modelOf(one, lan).modelName,
    timezone: one.timezone,
    ...stateNowOf(own),
    trouble,
    ratedW,
    plane: array,
    power: isLive(reporting) ? shown(watts, 1) : null,
    powerMedian: isLive(reporting)
      ? shown(
          medianOf(({ powerW }) => powerW),
          1,
        )
      : null,
    dcVoltage: shown(volts, 2),
    dcCurrent: shown(amperes, 2),
    temperature: shown(scalars.temperature, 1),
    today: { energy: inKwh(newestOwn?.todayWh), median: inKwh(medianOf(({ todayWh }) => todayWh)) },
    yesterday: await periodOf(addDays(today, -1), addDays(today, -1)),
    month: await periodOf(`${monthOf(today)}-01`, today),
    year: await periodOf(`${today.slice(0, 4)}-01-01`, today),
    total: { energy: inKwh(newestOwn?.totalWh), median: inKwh(medianOf(({ totalWh }) => totalWh)) },
  };
});
