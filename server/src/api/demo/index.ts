// The demo data, as far as administrators have a say in it.
import { demo } from '@helioport/contract/demo';
import { fulfil } from '../../access/handler.ts';
import remove from './remove.ts';

export default fulfil(demo, { remove });
