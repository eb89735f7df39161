// The demo world, as far as those who run the house have a say in it.
import { demo } from '@helioport/contract/demo';
import { fulfil } from '../../access/handler.ts';
import remove from './remove.ts';

export default fulfil(demo, { remove });
