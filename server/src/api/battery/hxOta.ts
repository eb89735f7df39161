import type { battery } from '@helioport/contract/battery';
import { fetchesFirmware } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, tellMachine } from '../../reads/command/settings.ts';

const hxOta: Handler<typeof battery.hxOta> = async (call) => {
  const { version, url, sha256, minutes, requestId } = call.input;
  const firmware = { version, url, sha256 };
  const found = await findOfKind(call, call.input, fetchesFirmware);
  return tellMachine(call, found, { values: {}, more: { firmware }, minutes, requestId });
};

export default hxOta;
