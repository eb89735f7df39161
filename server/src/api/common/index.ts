// What everybody may know before signing in: the languages and the brand.
// Nothing here depends on who calls.
import { common } from '@helioport/contract/common';
import { fulfil } from '../../access/handler.ts';
import brand from './brand.ts';
import lan from './lan.ts';

export default fulfil(common, { lan, brand });
