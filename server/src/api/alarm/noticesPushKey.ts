import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { pushKeys } from '../../repositories/pushes.ts';

const noticesPushKey: Handler<typeof alarm.noticesPushKey> = async ({ tx }) => ({
  publicKey: (await pushKeys(tx)).publicKey,
});

export default noticesPushKey;
