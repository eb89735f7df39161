import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { timeZones } from '../../platform/placeNames.ts';

const timezone: Handler<typeof common.timezone> = async ({ input, lan, now }) => ({
  list: timeZones(input.country_code, lan, now),
});

export default timezone;
