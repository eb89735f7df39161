// Administration of the demo data.
import { demo } from '@helioport/contract/demo';
import { fulfil } from '../../access/handler.ts';
import remove from './remove.ts';

export default fulfil(demo, { remove });
