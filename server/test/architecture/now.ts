// Consistency of the current state: all calls return the same about a plant or device.
import { device } from '@helioport/contract/device';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { severities } from '@helioport/domain/condition';
import { conditionLevels } from '@helioport/domain/conditionSummary';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { isLive, stateKeys } from '@helioport/domain/state';
import type { Caller } from '../harness.ts';

const producers: ReadonlySet<string> = new Set(
  deviceKinds.filter(({ isProducer }) => isProducer).map(({ key }) => key),
);
const page = { size: 1000, num: 0 };
const sum = (powers: readonly number[]) => Math.round(powers.reduce((a, b) => a + b, 0) * 10) / 10;

/** Differences between calls for one caller; `whom` identifies the caller in the result. */
export async function contradictions(caller: Caller, whom: string): Promise<string[]> {
  const found: string[] = [];
  const same = (what: string, ...values: unknown[]) => {
    const texts = new Set(values.map((one) => JSON.stringify(one)));
    if (texts.size > 1) found.push(`${whom}: ${what}: ${[...texts].join(' and ')}`);
  };
  const { list: plants } = await caller.call(site.listWithSN, { page });
  const { list: points } = await caller.call(site.map, {});
  const { list: devices } = await caller.call(device.list, { page });
  const counts = await caller.call(overview.siteStatusCounts, {});
  const all = await caller.call(overview.overview, {});

  same('power of all plants', sum(plants.map(({ now }) => now)), Number(all.statisticsProduction.totalNow));
  for (const key of stateKeys) {
    const rows = plants.filter(({ state }) => state === key).length;
    const filtered = await caller.call(site.listWithSN, { page, filters: { state: key } });
    same(`plants that are ${key}`, rows, counts.stateCounts[key], filtered.total);
  }
  for (const key of severities) {
    const rows = plants.filter(({ severity }) => severity === key).length;
    const filtered = await caller.call(site.listWithSN, { page, filters: { severity: key } });
    same(`plants of severity ${key}`, rows, counts.severityCounts[key], filtered.total);
    const own = devices.filter((one) => one.severity === key && one.parent === null).length;
    const { total } = await caller.call(device.list, { page, filters: { severity: key } });
    same(`devices of severity ${key}`, own, total);
  }
  for (const level of conditionLevels) {
    const rows = plants.filter(({ verdict: condition }) => condition.level === level).length;
    const filtered = await caller.call(site.listWithSN, { page, filters: { verdict: level } });
    same(`plants of verdict ${level}`, rows, counts.verdictCounts[level], filtered.total);
  }

  for (const plant of plants) {
    const { sid, verdict: condition } = plant;
    const of = ({
      status,
      state,
      severity,
      cause,
      reporting,
      lastReportAt,
    }: Pick<typeof plant, 'status' | 'state' | 'severity' | 'cause' | 'reporting' | 'lastReportAt'>) => ({
      status,
      state,
      severity,
      cause,
      reporting,
      lastReportAt,
    });
    const point = points.find((one) => one.sid === sid);
    const shown = await caller.call(site.overview, { sid });
    const detail = await caller.call(site.detail, { sid });
    const listed = of(plant);
    same(`state of ${sid}`, listed, of(shown), ...(point ? [of(point)] : []));
    same(`state of ${sid} in its detail`, listed, { ...of({ ...detail, status: listed.status }) });
    same(`verdict of ${sid}`, condition, shown.verdict, detail.verdict, ...(point ? [point.verdict] : []));
    same(`power of ${sid}`, plant.now, Number(shown.statisticsProduction.totalNow), point?.now ?? plant.now);
    same(`power of ${sid} in its flow`, plant.now, shown.energy.PVPanel.power);

    const own = devices.filter((one) => one.sid === sid);
    same(`devices of ${sid}`, own.length, plant.sn.length, shown.deviceList.length);
    for (const one of own) {
      const speaks = ({
        sn,
        kind,
        status,
        state,
        severity,
        cause,
        causeSince,
        reporting,
        lastReportAt,
        trouble,
      }: typeof one | (typeof plant.sn)[number]) => ({
        sn,
        kind,
        status,
        state,
        severity,
        cause,
        causeSince,
        reporting,
        lastReportAt,
        trouble,
      });
      const inPlant = plant.sn.find(({ sn }) => sn === one.sn);
      const inList = shown.deviceList.find(({ sn }) => sn === one.sn);
      if (!inPlant || !inList) found.push(`${whom}: ${one.sn} of ${sid} is missing`);
      else {
        same(`device ${one.sn}`, speaks(one), speaks(inPlant), speaks(inList as unknown as typeof one));
        same(`power of ${one.sn}`, one.now, inPlant.now, Number(inList.now));
      }
      if (!isLive(one.reporting) && one.now !== 0)
        found.push(`${whom}: ${one.sn} is ${one.reporting} and has power`);
    }
    const making = own.filter(({ kind }) => producers.has(kind));
    same(`power of ${sid} and of its producers`, plant.now, sum(making.map(({ now }) => now)));
    if (making.some(({ lastReportAt }) => lastReportAt !== null))
      same(
        `whether ${sid} is live`,
        isLive(plant.reporting),
        making.some(({ reporting }) => isLive(reporting)),
      );
  }
  return found;
}
