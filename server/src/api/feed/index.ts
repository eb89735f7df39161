// Feeds: sources of other manufacturers that write into a plant.
import { feed } from '@helioport/contract/feed';
import { fulfil } from '../../access/handler.ts';
import create from './create.ts';
import list from './list.ts';
import revoke from './revoke.ts';

export default fulfil(feed, { list, create, revoke });
