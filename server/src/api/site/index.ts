// A plant: found in the list and on the map, and everything that is shown of one.
// Weather and mailed reports live in the room `pv`, devices in `device`, sums over plants in `overview`.
import { site } from '@helioport/contract/site';
import { fulfil } from '../../access/handler.ts';
import curves from './curves.ts';
import detail from './detail.ts';
import layoutInfo from './layoutInfo.ts';
import listWithSN from './listWithSN.ts';
import map from './map.ts';
import modules from './modules.ts';
import neighbours from './neighbours.ts';
import overview from './overview.ts';
import statisticsDate from './statisticsDate.ts';
import statisticsEcharts from './statisticsEcharts.ts';

export default fulfil(site, {
  listWithSN,
  neighbours,
  map,
  curves,
  detail,
  overview,
  modules,
  statisticsEcharts,
  statisticsDate,
  layoutInfo,
});
