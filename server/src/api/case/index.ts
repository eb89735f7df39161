// The work that findings and alarms make.
import { cases } from '@helioport/contract/case';
import { fulfil } from '../../access/handler.ts';
import assignees from './assignees.ts';
import close from './close.ts';
import comment from './comment.ts';
import create from './create.ts';
import detail from './detail.ts';
import items from './items.ts';
import list from './list.ts';
import photo from './photo.ts';
import photoDelete from './photoDelete.ts';
import reopen from './reopen.ts';
import repaired from './repaired.ts';
import update from './update.ts';
import visit from './visit.ts';
import visitDelete from './visitDelete.ts';

export default fulfil(cases, {
  list,
  detail,
  create,
  update,
  items,
  comment,
  assignees,
  visit,
  visitDelete,
  photo,
  photoDelete,
  repaired,
  close,
  reopen,
});
