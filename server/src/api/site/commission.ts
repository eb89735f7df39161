import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { commissionAnswer } from './internal/commission.ts';

export default handler<typeof site.commission>((call) => commissionAnswer(call, call.input.sid));
