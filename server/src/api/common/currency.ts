import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { currencyList } from '../../platform/placeNames.ts';

const currency: Handler<typeof common.currency> = async ({ lan }) => ({ list: currencyList(lan) });

export default currency;
