// What the analytics found: what costs plants energy.
import { finding } from '@helioport/contract/finding';
import { fulfil } from '../../access/handler.ts';
import day from './day.ts';
import detail from './detail.ts';
import exportFindings from './export.ts';
import list from './list.ts';

export default fulfil(finding, { list, export: exportFindings, detail, day });
