import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { rounded } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { deviceOverview } from '../../queries/device/overview.ts';

export default handler<typeof battery.hxStatisticsOverview>(async (call) => {
  const requested = await findWithParts(call, call.input, hasStorage, hasStorage);
  const overview = await deviceOverview(call, requested);
  const all = (key: string) => overview.measures?.find((one) => one.key === key)?.total ?? null;
  const [charged, discharged] = [all('energyCharged'), all('energyDischarged')];
  return {
    ...overview,
    soc: overview.measures?.find(({ key }) => key === 'soc')?.now ?? null,
    // Of the first kilowatt hour much is still inside.
    efficiency:
      charged === null || discharged === null || charged < 1
        ? null
        : rounded((100 * discharged) / charged, 1),
  };
});
