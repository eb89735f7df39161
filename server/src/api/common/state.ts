import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { states } from '../../platform/placeNames.ts';

const state: Handler<typeof common.state> = async ({ input, lan }) => ({
  list: states(input.country_code, lan),
});

export default state;
