import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { timeZones } from '../../platform/placeNames.ts';

export default handler<typeof common.timezone>(async ({ input, lan, now }) => ({
  list: timeZones(input.country_code, lan, now),
}));
