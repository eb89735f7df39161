// Imports of history from files of other portals.
import { imports } from '@helioport/contract/imports';
import { fulfil } from '../../access/handler.ts';
import list from './list.ts';
import preview from './preview.ts';
import start from './start.ts';
import undo from './undo.ts';

export default fulfil(imports, { list, preview, start, undo });
