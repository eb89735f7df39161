// What a role may see and do: its menu tree.
// The gate that enforces it stands in access/grants.ts.
import { auth } from '@helioport/contract/auth';
import { fulfil } from '../../access/handler.ts';
import roleMenuView from './roleMenuView.ts';

export default fulfil(auth, { roleMenuView });
