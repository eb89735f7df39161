import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { distinct, type Line, linesOf } from '../../queries/device/lines.ts';
import { findDevice, scopeOf, withParts } from '../../queries/findDevice.ts';
import { lineKeysOf } from '../../timeseries/query/curves.ts';
import { deviceNow } from '../../timeseries/query/series.ts';

export default handler<typeof device.powerParamateMap>(async (call) => {
  const found = await findDevice(call, call.input);
  const offered: { sn: string; items: Line[] }[] = [];
  for (const one of await withParts(call, found)) {
    const lines = (await deviceNow(call.tx, scopeOf(one), call.now)).flatMap(({ values }) =>
      lineKeysOf(values),
    );
    offered.push({ sn: one.sn, items: linesOf(one, lines) });
  }
  return {
    list: distinct(offered).map(({ name, unit, key, addr }) => ({
      name,
      unit,
      key,
      ...(addr > 0 ? { addr } : {}),
    })),
  };
});
