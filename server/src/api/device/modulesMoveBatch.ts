import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { savePlaces } from './internal/layout.ts';

export default handler<typeof device.modulesMoveBatch>((call) => savePlaces(call, call.input));
