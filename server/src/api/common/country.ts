import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { countries } from '../../platform/placeNames.ts';

export default handler<typeof common.country>(async ({ lan }) => ({ list: countries(lan) }));
