import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { findDevice, scopeOf } from '../../reads/findDevice.ts';
import { lineKeysOf } from '../../telemetry/read/curves.ts';
import { deviceNow } from '../../telemetry/read/series.ts';
import { linesOf } from './parts/lines.ts';

const powerParamateMap: Handler<typeof device.powerParamateMap> = async (call) => {
  const found = await findDevice(call, call.input);
  const told = (await deviceNow(call.tx, scopeOf(found), call.now)).flatMap(({ values }) =>
    lineKeysOf(values),
  );
  return {
    list: linesOf(found, told).map(({ name, unit, key, addr }) => ({
      ...{ name, unit, key },
      ...(addr > 0 ? { addr } : {}),
    })),
  };
};

export default powerParamateMap;
