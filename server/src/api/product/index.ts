// What a serial number says about the product behind it.
// The catalogue itself is domain/products.
import { product } from '@helioport/contract/product';
import { fulfil } from '../../access/handler.ts';
import snInfo from './snInfo.ts';

export default fulfil(product, { snInfo });
