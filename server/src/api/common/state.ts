import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { states } from '../../platform/placeNames.ts';

export default handler<typeof common.state>(async ({ input, lan }) => ({
  list: states(input.country_code, lan),
}));
