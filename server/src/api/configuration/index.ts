// Settings of grid-connected devices, and product information. Commands are queued in repositories/commands.ts and sent
// by ingest/commands.ts.
import { configuration } from '@helioport/contract/configuration';
import { fulfil } from '../../access/handler.ts';
import documentationCreate from './documentationCreate.ts';
import documentationDel from './documentationDel.ts';
import documentationEdit from './documentationEdit.ts';
import documentationFileBegin from './documentationFileBegin.ts';
import documentationFilePiece from './documentationFilePiece.ts';
import documentationList from './documentationList.ts';
import inverterApprovals from './inverterApprovals.ts';
import inverterGroupFilter from './inverterGroupFilter.ts';
import inverterRunBack from './inverterRunBack.ts';
import inverterRunBackPreview from './inverterRunBackPreview.ts';
import inverterRunConfirm from './inverterRunConfirm.ts';
import inverterRunDevices from './inverterRunDevices.ts';
import inverterRunList from './inverterRunList.ts';
import inverterRunWithdraw from './inverterRunWithdraw.ts';
import inverterSetApply from './inverterSetApply.ts';
import inverterSetCreate from './inverterSetCreate.ts';
import inverterSetDel from './inverterSetDel.ts';
import inverterSetEdit from './inverterSetEdit.ts';
import inverterSetList from './inverterSetList.ts';
import inverterSetModels from './inverterSetModels.ts';
import inverterSetPreview from './inverterSetPreview.ts';
import inverterSetRead from './inverterSetRead.ts';
import inverterSetupConfirm from './inverterSetupConfirm.ts';
import inverterSetupList from './inverterSetupList.ts';
import inverterSetupValue from './inverterSetupValue.ts';
import inverterSetupWithdraw from './inverterSetupWithdraw.ts';
import otaCampaignCreate from './otaCampaignCreate.ts';
import otaCampaignDevices from './otaCampaignDevices.ts';
import otaCampaignList from './otaCampaignList.ts';
import otaCampaignPreview from './otaCampaignPreview.ts';
import otaCampaignResume from './otaCampaignResume.ts';
import otaCampaignStop from './otaCampaignStop.ts';
import otaCreate from './otaCreate.ts';
import otaDel from './otaDel.ts';
import otaEdit from './otaEdit.ts';
import otaFileBegin from './otaFileBegin.ts';
import otaFilePiece from './otaFilePiece.ts';
import otaList from './otaList.ts';
import otaListSn from './otaListSn.ts';
import otaModels from './otaModels.ts';
import otaPostpone from './otaPostpone.ts';
import otaSite from './otaSite.ts';

export default fulfil(configuration, {
  documentationCreate,
  documentationDel,
  documentationEdit,
  documentationFileBegin,
  documentationFilePiece,
  documentationList,
  inverterApprovals,
  inverterGroupFilter,
  inverterRunBack,
  inverterRunBackPreview,
  inverterRunConfirm,
  inverterRunDevices,
  inverterRunList,
  inverterRunWithdraw,
  inverterSetApply,
  inverterSetCreate,
  inverterSetDel,
  inverterSetEdit,
  inverterSetList,
  inverterSetModels,
  inverterSetPreview,
  inverterSetRead,
  inverterSetupConfirm,
  inverterSetupList,
  inverterSetupValue,
  inverterSetupWithdraw,
  otaCampaignCreate,
  otaCampaignDevices,
  otaCampaignList,
  otaCampaignPreview,
  otaCampaignResume,
  otaCampaignStop,
  otaCreate,
  otaDel,
  otaEdit,
  otaFileBegin,
  otaFilePiece,
  otaList,
  otaListSn,
  otaModels,
  otaPostpone,
  otaSite,
});
