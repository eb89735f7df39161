// The fourteen brands that one portal can wear, edited by administrators.
// Which of them a request is made under is found by access/brand.ts.
import { brand } from '@helioport/contract/brand';
import { fulfil } from '../../access/handler.ts';
import list from './list.ts';
import logo from './logo.ts';
import logoDelete from './logoDelete.ts';
import update from './update.ts';

export default fulfil(brand, { list, update, logo, logoDelete });
