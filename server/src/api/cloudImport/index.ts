// Import of plants from an account of the vendor cloud.
import { cloudImport } from '@helioport/contract/cloudImport';
import { fulfil } from '../../access/handler.ts';
import cancel from './cancel.ts';
import list from './list.ts';
import login from './login.ts';
import start from './start.ts';
import undo from './undo.ts';

export default fulfil(cloudImport, { list, login, start, cancel, undo });
