// Devices of a plant: lists, claim, current values, history and charts, firmware. Series come from timeseries;
// visibility is defined in access/visible.ts.
import { device } from '@helioport/contract/device';
import { fulfil } from '../../access/handler.ts';
import alerts from './alerts.ts';
import changeTimezone from './changeTimezone.ts';
import claim from './claim.ts';
import remove from './delete.ts';
import deleteHistory from './deleteHistory.ts';
import detail from './detail.ts';
import detailWifiOta from './detailWifiOta.ts';
import downloadAddress from './downloadAddress.ts';
import downloadBegin from './downloadBegin.ts';
import downloadDel from './downloadDel.ts';
import downloadList from './downloadList.ts';
import edit from './edit.ts';
import frames from './frames.ts';
import history from './history.ts';
import historyCurves from './historyCurves.ts';
import historyDownload from './historyDownload.ts';
import historyElectricity from './historyElectricity.ts';
import historyRows from './historyRows.ts';
import joinBlack from './joinBlack.ts';
import list from './list.ts';
import listNoReg from './listNoReg.ts';
import listNoRegFrame from './listNoRegFrame.ts';
import modules from './modules.ts';
import modulesAdd from './modulesAdd.ts';
import modulesAnalytics from './modulesAnalytics.ts';
import modulesCompare from './modulesCompare.ts';
import modulesEdit from './modulesEdit.ts';
import modulesMoveBatch from './modulesMoveBatch.ts';
import modulesPageAdd from './modulesPageAdd.ts';
import modulesPageDel from './modulesPageDel.ts';
import modulesPageEdit from './modulesPageEdit.ts';
import modulesPagePicture from './modulesPagePicture.ts';
import modulesStatisticsDate from './modulesStatisticsDate.ts';
import modulesStatisticsEcharts from './modulesStatisticsEcharts.ts';
import modulesStatisticsOverview from './modulesStatisticsOverview.ts';
import playback from './playback.ts';
import powerParamateMap from './powerParamateMap.ts';
import recomputing from './recomputing.ts';
import removeBlack from './removeBlack.ts';
import replace from './replace.ts';
import replacements from './replacements.ts';
import replaceUndo from './replaceUndo.ts';
import sheet from './sheet.ts';
import statisticsDate from './statisticsDate.ts';
import statisticsEcharts from './statisticsEcharts.ts';
import statisticsOverview from './statisticsOverview.ts';
import statisticsOverviewElectricity from './statisticsOverviewElectricity.ts';
import updateWifiVersion from './updateWifiVersion.ts';

export default fulfil(device, {
  list,
  listNoReg,
  listNoRegFrame,
  frames,
  claim,
  sheet,
  detail,
  edit,
  history,
  historyDownload,
  historyRows,
  historyCurves,
  downloadBegin,
  downloadList,
  downloadAddress,
  downloadDel,
  playback,
  alerts,
  modules,
  modulesAdd,
  modulesAnalytics,
  modulesCompare,
  modulesEdit,
  modulesMoveBatch,
  modulesPageAdd,
  modulesPageDel,
  modulesPageEdit,
  modulesPagePicture,
  joinBlack,
  removeBlack,
  delete: remove,
  deleteHistory,
  recomputing,
  changeTimezone,
  modulesStatisticsOverview,
  modulesStatisticsEcharts,
  modulesStatisticsDate,
  replace,
  replaceUndo,
  replacements,
  statisticsOverview,
  statisticsOverviewElectricity,
  historyElectricity,
  statisticsEcharts,
  statisticsDate,
  powerParamateMap,
  detailWifiOta,
  updateWifiVersion,
});
