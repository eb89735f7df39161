// The output of a plant's readings to a database.
import { influx } from '@helioport/contract/influx';
import { fulfil } from '../../access/handler.ts';
import remove from './delete.ts';
import output from './output.ts';
import save from './save.ts';
import test from './test.ts';

export default fulfil(influx, { output, save, delete: remove, test });
