import type { common } from '@helioport/contract/common';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { handler } from '../../access/handler.ts';
import { translate } from '../../platform/texts.ts';
import { checkHardware, hardwareWords } from '../../queries/hardware.ts';

export default handler<typeof common.getHardwareValid>(async (call) => {
  const sn = canonicalSn(call.input.sn);
  const result = (await checkHardware(call.tx, [sn])).get(sn) ?? 'format';
  return {
    sn,
    valid: result === 'valid' || result === 'unknown',
    result,
    msg: translate(call.lan, hardwareWords[result]),
  };
});
