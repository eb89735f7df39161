import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { currencyList } from '../../platform/placeNames.ts';

export default handler<typeof common.currency>(async ({ lan }) => ({ list: currencyList(lan) }));
