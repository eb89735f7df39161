// Plants: list, map, and all pages of one plant. Weather and emailed reports are in the module `pv`, devices in
// `device`, totals over plants in `overview`.
import { site } from '@helioport/contract/site';
import { fulfil } from '../../access/handler.ts';
import archive from './archive.ts';
import changes from './changes.ts';
import checkSerials from './checkSerials.ts';
import commission from './commission.ts';
import commissionPdf from './commissionPdf.ts';
import commissionPhoto from './commissionPhoto.ts';
import commissionPhotoDelete from './commissionPhotoDelete.ts';
import commissionSubmit from './commissionSubmit.ts';
import createFast from './createFast.ts';
import curves from './curves.ts';
import detail from './detail.ts';
import expected from './expected.ts';
import expectedDay from './expectedDay.ts';
import fileBegin from './fileBegin.ts';
import fileDelete from './fileDelete.ts';
import filePiece from './filePiece.ts';
import files from './files.ts';
import handOver from './handOver.ts';
import handOverCancel from './handOverCancel.ts';
import handOverPending from './handOverPending.ts';
import layoutInfo from './layoutInfo.ts';
import listWithSN from './listWithSN.ts';
import map from './map.ts';
import modules from './modules.ts';
import modulesExpected from './modulesExpected.ts';
import modulesPage from './modulesPage.ts';
import neighbours from './neighbours.ts';
import offer from './offer.ts';
import offerAnswer from './offerAnswer.ts';
import overview from './overview.ts';
import picture from './picture.ts';
import pictureDelete from './pictureDelete.ts';
import publicPage from './publicPage.ts';
import publicPageSet from './publicPageSet.ts';
import publicView from './publicView.ts';
import statisticsDate from './statisticsDate.ts';
import statisticsEcharts from './statisticsEcharts.ts';
import updateFast from './updateFast.ts';
import viewDelete from './viewDelete.ts';
import viewSave from './viewSave.ts';
import views from './views.ts';

export default fulfil(site, {
  archive,
  listWithSN,
  neighbours,
  map,
  curves,
  detail,
  overview,
  modules,
  modulesPage,
  expected,
  modulesExpected,
  expectedDay,
  statisticsEcharts,
  statisticsDate,
  layoutInfo,
  commission,
  commissionSubmit,
  commissionPdf,
  commissionPhoto,
  commissionPhotoDelete,
  files,
  fileBegin,
  filePiece,
  fileDelete,
  createFast,
  updateFast,
  picture,
  pictureDelete,
  changes,
  checkSerials,
  handOver,
  handOverCancel,
  handOverPending,
  offer,
  offerAnswer,
  publicPage,
  publicPageSet,
  publicView,
  views,
  viewSave,
  viewDelete,
});
