import type { common } from '@helioport/contract/common';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import type { Handler } from '../../access/handler.ts';
import { translate } from '../../platform/texts.ts';
import { checkHardware, hardwareWords } from '../../queries/hardware.ts';

const getHardwareValid: Handler<typeof common.getHardwareValid> = async (call) => {
  const sn = canonicalSn(call.input.sn);
  const result = (await checkHardware(call.tx, [sn])).get(sn) ?? 'format';
  return {
    sn,
    valid: result === 'valid' || result === 'unknown',
    result,
    msg: translate(call.lan, hardwareWords[result]),
  };
};

export default getHardwareValid;
