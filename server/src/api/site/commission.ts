import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { commissionAnswer } from './internal/commission.ts';

const commission: Handler<typeof site.commission> = (call) => commissionAnswer(call, call.input.sid);

export default commission;
