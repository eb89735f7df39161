// A second process that recalculates marked days: `fork` it with the database URL and the milliseconds by which its
// clock is ahead. It sends 'ready' when it runs, and ends when its parent disconnects or requests it.
import { startRollUps } from '../src/jobs/rollUps.ts';
import { openDatabase } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';

const [url = '', aheadMs = '0'] = process.argv.slice(2);
const { db, pool, close } = openDatabase(url, { size: 4 });
const clock = () => Date.now() + Number(aheadMs);
const loop = startRollUps({ db, pool, clock, log: createLog('silent'), isHasty: true });
process.once('disconnect', () => void loop.stop().then(close));
process.send?.('ready');
