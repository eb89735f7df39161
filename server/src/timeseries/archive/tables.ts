// The totals, alarms and events of a plant as an archive holds them. What follows from them or from the readings is
// calculated again where an archive is imported: newest readings, lifetimes of devices, curves, findings.
import { alarmSteps } from '@helioport/domain/alarms';
import { eventKinds } from '@helioport/domain/eventKinds';
import type { ArchivedTable } from '../../platform/archive/archivedTable.ts';
import type { ParquetType } from '../../platform/archive/parquet.ts';
import { dayMeans } from '../catalogue.ts';

const device = { device_id: 'device' } as const;

/** Columns of tables of energy, named as in the archive, by their type in a Parquet file; the name of a device is its serial number. */
const types: Readonly<Record<string, ParquetType>> = {
  ...{ device_id: 'text', addr: 'integer', kind: 'integer', samples: 'integer', is_repaired: 'boolean' },
  ...{
    day: 'date',
    month: 'date',
    hour_at: 'time',
    peak_at: 'time',
    changed_at: 'time',
    repaired_at: 'time',
  },
  ...{ first_at: 'time', closing_at: 'time', first: 'json', opening: 'json', closing: 'json' },
  ...{
    energy_wh: 'number',
    out_wh: 'number',
    import_wh: 'number',
    export_wh: 'number',
    charged_wh: 'number',
  },
  ...{ discharged_wh: 'number', peak_w: 'number', worth: 'number', completeness: 'number' },
  ...Object.fromEntries(dayMeans.map(({ name }) => [name, 'number' as const])),
};

/** In the order in which they are imported. */
export const archivedSeries: readonly ArchivedTable[] = [
  {
    ...{ table: 'site_day', file: 'totals/plant-days', order: ['day'], types },
    columns: [
      ...['day', 'energy_wh', 'peak_w', 'peak_at', 'import_wh', 'export_wh', 'charged_wh', 'discharged_wh'],
      ...['completeness', 'is_corrected', 'samples', 'worth', 'changed_at', 'corrected_at'],
    ],
    names: { is_corrected: 'is_repaired', corrected_at: 'repaired_at' },
  },
  {
    ...{ table: 'site_month', file: 'totals/plant-months', order: ['month'], types },
    columns: ['month', 'energy_wh', 'worth'],
  },
  {
    ...{ table: 'site_hour', file: 'totals/plant-hours', order: ['hour_at'], types },
    columns: [...['hour_at', 'energy_wh', 'peak_w', 'import_wh', 'export_wh', 'charged_wh', 'discharged_wh']],
  },
  {
    ...{ table: 'device_day', file: 'totals/device-days', order: ['device_id', 'day'], refs: device, types },
    columns: [
      ...['device_id', 'day', 'kind', 'energy_wh', 'out_wh', 'peak_w', 'samples', 'first_at', 'first'],
      ...['opening', 'closing_at', 'closing', ...dayMeans.map(({ name }) => name)],
    ],
  },
  {
    ...{
      table: 'device_hour',
      file: 'totals/device-hours',
      order: ['device_id', 'hour_at'],
      refs: device,
      types,
    },
    columns: ['device_id', 'hour_at', 'energy_wh', 'peak_w'],
  },
  {
    ...{
      table: 'module_day',
      file: 'totals/module-days',
      order: ['device_id', 'day', 'addr'],
      refs: device,
      types,
    },
    columns: ['device_id', 'day', 'addr', 'energy_wh', 'peak_w'],
  },
  {
    ...{ table: 'imported_day', file: 'totals/imported-days', order: ['device_id', 'day'], refs: device },
    columns: ['device_id', 'day', 'energy_wh'],
  },
  {
    ...{ table: 'imported_device', file: 'totals/imported-devices', order: ['device_id'], refs: device },
    columns: [...['device_id', 'source', 'resolution', 'from_day', 'to_day', 'energy_wh', 'imported_at']],
  },
  {
    ...{
      table: 'fault_day',
      file: 'events/faults',
      order: ['device_id', 'day', 'bit'],
      refs: device,
    },
    columns: ['device_id', 'day', 'bit', 'begun_at', 'last_at', 'ended_at', 'times', 'lasted_s'],
  },
  {
    ...{
      table: 'issue_event',
      file: 'events/issues',
      order: ['device_id', 'key', 'begun_at'],
      refs: device,
    },
    columns: ['device_id', 'key', 'begun_at', 'ended_at', 'since_day', 'addrs'],
  },
  {
    ...{ table: 'alarm', file: 'alarms/alarms', order: ['id'], id: 'id' },
    known: { kind: eventKinds.map(({ key }) => key) },
    columns: [
      ...['id', 'kind', 'device_id', 'device_ids', 'addrs', 'begun_at', 'since_day', 'raised_at', 'ended_at'],
      ...['ended', 'times', 'is_active', 'is_grouped', 'acknowledged_at', 'acknowledged_by', 'assigned_to'],
      ...['snoozed_until', 'revision', 'revised_at', 'finding_id'],
    ],
    names: { is_active: 'is_so', is_grouped: 'is_folded', revision: 'news', revised_at: 'news_at' },
    refs: {
      device_id: 'device',
      device_ids: 'devices',
      acknowledged_by: 'user',
      assigned_to: 'user',
    },
  },
  {
    ...{ table: 'alarm_step', file: 'alarms/history', order: ['alarm_id', 'id'] },
    known: { step: alarmSteps },
    columns: ['alarm_id', 'at', 'step', 'user_id', 'other_id', 'until', 'comment'],
    refs: { alarm_id: { idOf: 'alarm' }, user_id: 'user', other_id: 'user' },
  },
];

/** In an archive for its readers only: the analysis of the importing server finds them in the readings. */
export const archivedFindings: readonly ArchivedTable[] = [
  {
    ...{ table: 'finding', file: 'findings/findings', order: ['id'], id: 'id' },
    columns: [
      ...[
        'id',
        'key',
        'scope',
        'device_id',
        'addr',
        'array_id',
        'device_ids',
        'addrs',
        'cause',
        'confidence',
      ],
      ...[
        'probability',
        'is_fault',
        'since_at',
        'until_at',
        'detected_at',
        'lost_wh',
        'lost_money',
        'year_wh',
      ],
      ...['recovered_wh', 'evidence', 'share', 'last_day', 'is_withdrawn'],
    ],
    refs: { device_id: 'device', device_ids: 'devices' },
  },
  {
    ...{ table: 'loss_day', file: 'findings/losses', order: ['day', 'finding_id'] },
    columns: ['day', 'finding_id', 'cause', 'lost_wh', 'lost_money'],
    refs: { finding_id: { idOf: 'finding' } },
  },
];
