import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { pushKeys } from '../../repositories/pushes.ts';

export default handler<typeof alarm.noticesPushKey>(async ({ tx }) => ({
  publicKey: (await pushKeys(tx)).publicKey,
}));
