import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { savePlaces } from './internal/layout.ts';

const modulesMoveBatch: Handler<typeof device.modulesMoveBatch> = (call) => savePlaces(call, call.input);

export default modulesMoveBatch;
