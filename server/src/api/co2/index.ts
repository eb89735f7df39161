// What a kWh of each country's grid costs in CO2, edited by administrators.
import { co2 } from '@helioport/contract/co2';
import { fulfil } from '../../access/handler.ts';
import list from './list.ts';
import update from './update.ts';

export default fulfil(co2, { list, update });
