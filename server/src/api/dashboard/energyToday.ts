import type { dashboard } from '@helioport/contract/dashboard';
import { pvPlantPage } from '@helioport/contract/grants';
import { kwh } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { fleetToday } from '../../timeseries/query/fleetSky.ts';

export default handler<typeof dashboard.energyToday>(async ({ me, visible, share, tx, now }) => {
  if (!me.pages.has(pvPlantPage.name)) return null;
  const today = await share('dashboard.energyToday', null, () => fleetToday(tx, visible.sites, now));
  const shown = (wh: number | null) => (wh === null ? null : kwh(wh));
  return {
    producedKwh: shown(today.producedWh),
    comparedKwh: shown(today.comparedWh),
    clearSkyKwh: shown(today.clearSkyWh),
    comparedPlants: today.comparedPlants,
    plants: today.plants,
  };
});
