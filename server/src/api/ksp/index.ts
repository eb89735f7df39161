// String inverters.
import { ksp } from '@helioport/contract/ksp';
import { fulfil } from '../../access/handler.ts';
import overview from './overview.ts';

export default fulfil(ksp, { overview });
