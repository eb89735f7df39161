// Parameters of a device list in the URL: types, search, filters, page and order.
import { device } from '@helioport/contract/device';
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { type DeviceList, deviceKinds, kindsOfList } from '@helioport/domain/deviceKinds';
import { stateKeys } from '@helioport/domain/state';
import { call } from '../../../api/client.ts';
import { allRows } from '../../../components/base/pages.ts';
import { choice, digits, text, type UrlValues, urlFields } from '../../../components/base/urlFields.ts';
import { type DeviceRow, deviceRows } from '../../../components/pv/deviceRows.ts';
import { type TableState, tableInput } from '../../../components/table/tableState.ts';

/** By page name, as used by menu and URL. */
export const lists: readonly { list: DeviceList; name: string }[] = [
  { list: 'index', name: 'devicesIndex' },
  { list: 'electricMeter', name: 'devicesElectricMeter' },
  { list: 'allInOneMachine', name: 'devicesAllInOneMachine' },
  { list: 'stringMachine', name: 'devicesStringMachine' },
];

export const filterSchema = urlFields({
  q: text(200),
  /** '' is all. */
  state: choice(['', ...stateKeys], ''),
  /** Key of a kind; '' is all of the list. */
  kind: choice(['', ...deviceKinds.map(({ key }) => key)], ''),
  /** The sid of a plant. */
  site: text(60),
  /** Number of a company. */
  company: digits(9),
  /** Prefix of the serial number. */
  prefix: text(70),
  /** Number of a model. */
  model: digits(6),
  version: text(60),
  owner: text(200),
  installer: text(200),
  black: choice(['', 'yes', 'no'], ''),
});

export type Filters = UrlValues<typeof filterSchema>;

/** No filter at all. */
export const noFilters: Filters = {
  q: '',
  state: '',
  kind: '',
  site: '',
  company: '',
  prefix: '',
  model: '',
  version: '',
  owner: '',
  installer: '',
  black: '',
};

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');

/** Whether one of the filters is set that are needed less often. */
export const isFine = ({ q: _q, state: _state, ...fine }: Filters): boolean =>
  Object.values(fine).some((value) => value !== '');

type Answered = OutputOf<typeof device.list>['list'][number];

/** A device as the rows of other lists have it. */
export type ListDevice = Omit<Answered, 'model' | 'todayPower' | 'totalPower'> & {
  model: string;
  todayPower: number;
  totalPower: number;
};
export type ListRow = DeviceRow<ListDevice>;

const sortable = [
  ...(['sn', 'siteName', 'modelName', 'now', 'lastUpdate', 'status', 'createdAt'] as const),
  ...(['todayPower', 'totalPower', 'version'] as const),
];

/** A kind that the list does not have is passed over. */
function requestedKinds(list: DeviceList, { kind }: Filters): string[] {
  const kinds: string[] = kindsOfList(list);
  return kinds.includes(kind) ? [kind] : kinds;
}

export const listInput = (
  list: DeviceList,
  filters: Filters,
  table: TableState,
): InputOf<typeof device.list> => ({
  filters: {
    kinds: requestedKinds(list, filters).join(),
    keywords: filters.q,
    state: filters.state,
    sid: filters.site,
    company_id: filters.company,
    sn_prefix: filters.prefix,
    model: filters.model,
    version: filters.version,
    user_email: filters.owner,
    installer_email: filters.installer,
    is_restricted: filters.black === '' ? '' : filters.black === 'yes',
  },
  ...tableInput(table, sortable),
});

/** One row per composite or single device, in the order of the answer. */
export function rowsOf(list: readonly Answered[], now: number): ListRow[] {
  const devices = list.map(
    ({ modelName, ...one }): ListDevice => ({
      ...one,
      modelName,
      model: modelName,
      todayPower: one.todayPower ?? 0,
      totalPower: one.totalPower ?? 0,
    }),
  );
  // The components of a composite device follow it.
  const wholes: ListDevice[][] = [];
  for (const one of devices) {
    if (one.parent === null) wholes.push([one]);
    else wholes.at(-1)?.push(one);
  }
  return wholes.flatMap((sn) => deviceRows({ now, detail: { sn, timezone: sn[0]?.timezone ?? 'UTC' } }));
}

/** All rows that the filters allow, in the order of the table. */
export const fetchAllRows = async (
  list: DeviceList,
  filters: Filters,
  table: TableState,
): Promise<ListRow[]> =>
  rowsOf(
    await allRows(
      (page) => call(device.list, { ...listInput(list, filters, table), page }),
      ({ parent }) => parent === null,
    ),
    Date.now(),
  );
