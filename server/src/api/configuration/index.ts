// How devices at the grid are set. What they are told waits in records/commands.ts; ingest/commands.ts hands it over.
import { configuration } from '@helioport/contract/configuration';
import { fulfil } from '../../access/handler.ts';
import inverterGroupFilter from './inverterGroupFilter.ts';
import inverterSetupConfirm from './inverterSetupConfirm.ts';
import inverterSetupList from './inverterSetupList.ts';
import inverterSetupValue from './inverterSetupValue.ts';
import inverterSetupWithdraw from './inverterSetupWithdraw.ts';

export default fulfil(configuration, {
  inverterSetupValue,
  inverterGroupFilter,
  inverterSetupList,
  inverterSetupConfirm,
  inverterSetupWithdraw,
});
