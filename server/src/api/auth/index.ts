// Roles and the menu tree: definitions, assignments, and viewing the portal as another role. The checks are in
// access/grants.ts.
import { auth } from '@helioport/contract/auth';
import { fulfil } from '../../access/handler.ts';
import menuCreate from './menuCreate.ts';
import menuDel from './menuDel.ts';
import menuList from './menuList.ts';
import menuSort from './menuSort.ts';
import menuUpdate from './menuUpdate.ts';
import roleCreate from './roleCreate.ts';
import roleDel from './roleDel.ts';
import roleList from './roleList.ts';
import roleListSystem from './roleListSystem.ts';
import roleMenuChoices from './roleMenuChoices.ts';
import roleMenuDistribution from './roleMenuDistribution.ts';
import roleMenuView from './roleMenuView.ts';
import roleUpdate from './roleUpdate.ts';
import roleViewAs from './roleViewAs.ts';
import roleViewAsEnd from './roleViewAsEnd.ts';

export default fulfil(auth, {
  roleCreate,
  roleUpdate,
  roleDel,
  roleList,
  roleListSystem,
  roleMenuView,
  roleMenuChoices,
  roleMenuDistribution,
  roleViewAs,
  roleViewAsEnd,
  menuList,
  menuCreate,
  menuUpdate,
  menuDel,
  menuSort,
});
