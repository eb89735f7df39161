import type { common } from '@helioport/contract/common';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import type { Handler } from '../../access/handler.ts';
import { say } from '../../platform/texts.ts';
import { hardwareWords, judgeHardware } from '../../queries/hardware.ts';

const getHardwareValid: Handler<typeof common.getHardwareValid> = async (call) => {
  const sn = canonicalSn(call.input.sn);
  const result = (await judgeHardware(call.tx, [sn])).get(sn) ?? 'format';
  return {
    sn,
    valid: result === 'valid' || result === 'unknown',
    result,
    msg: say(call.lan, hardwareWords[result]),
  };
};

export default getHardwareValid;
