// How devices at the grid are set, and what people are told about them. What devices are told waits in
// records/commands.ts; ingest/commands.ts hands it over.
import { configuration } from '@helioport/contract/configuration';
import { fulfil } from '../../access/handler.ts';
import documentationCreate from './documentationCreate.ts';
import documentationDel from './documentationDel.ts';
import documentationEdit from './documentationEdit.ts';
import documentationFileBegin from './documentationFileBegin.ts';
import documentationFilePiece from './documentationFilePiece.ts';
import documentationList from './documentationList.ts';
import inverterGroupFilter from './inverterGroupFilter.ts';
import inverterSetupConfirm from './inverterSetupConfirm.ts';
import inverterSetupList from './inverterSetupList.ts';
import inverterSetupValue from './inverterSetupValue.ts';
import inverterSetupWithdraw from './inverterSetupWithdraw.ts';

export default fulfil(configuration, {
  documentationCreate,
  documentationDel,
  documentationEdit,
  documentationFileBegin,
  documentationFilePiece,
  documentationList,
  inverterGroupFilter,
  inverterSetupConfirm,
  inverterSetupList,
  inverterSetupValue,
  inverterSetupWithdraw,
});
