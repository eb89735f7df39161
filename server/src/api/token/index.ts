// Personal access tokens of the caller.
import { token } from '@helioport/contract/token';
import { fulfil } from '../../access/handler.ts';
import create from './create.ts';
import list from './list.ts';
import revoke from './revoke.ts';

export default fulfil(token, { list, create, revoke });
