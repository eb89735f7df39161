import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { countries } from '../../platform/placeNames.ts';

const country: Handler<typeof common.country> = async ({ lan }) => ({ list: countries(lan) });

export default country;
