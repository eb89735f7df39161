// The layout, cases and documents of a plant as an archive holds them.
import { caseSteps } from '@helioport/contract/case';
import type { ArchivedTable } from '../platform/archive/archivedTable.ts';

/** In the order in which they are imported. */
export const archivedRecords: readonly ArchivedTable[] = [
  {
    ...{ table: 'arrays', file: 'layout/arrays', order: ['id'] },
    columns: ['id', 'name', 'tilt_deg', 'azimuth_deg', 'rated_w'],
  },
  {
    ...{ table: 'module_pages', file: 'layout/pages', order: ['id'] },
    columns: [
      ...['id', 'name', 'position', 'version', 'module_width_m', 'module_height_m', 'picture_hash'],
      ...['picture_width', 'picture_height', 'picture_x_m', 'picture_y_m', 'picture_m_per_px', 'changed_at'],
      'changed_by',
    ],
    refs: { picture_hash: 'picture', changed_by: 'user' },
  },
  {
    ...{ table: 'modules', file: 'layout/modules', order: ['id'], id: 'id' },
    columns: [
      ...['id', 'device_id', 'addr', 'array_id', 'rated_w', 'x_m', 'y_m', 'page_id', 'rotation_deg'],
      'is_landscape',
    ],
    names: { array_id: 'plane_id' },
    refs: { device_id: 'device' },
  },
  {
    ...{ table: 'device_replacements', file: 'devices/replacements', order: ['id'] },
    columns: ['old_device_id', 'new_device_id', 'was_there', 'wired', 'replaced_at', 'replaced_by'],
    refs: { old_device_id: 'device', new_device_id: 'device', replaced_by: 'user' },
  },
  {
    ...{ table: 'commissionings', file: 'commissioning/commissioning', order: ['site_id'] },
    columns: ['submitted_at', 'submitted_by', 'note', 'reason', 'checks'],
    refs: { submitted_by: 'user' },
  },
  {
    ...{ table: 'commissioning_photos', file: 'commissioning/photos', order: ['id'] },
    columns: ['picture_hash', 'added_at'],
    refs: { picture_hash: 'picture' },
  },
  {
    ...{ table: 'cases', file: 'cases/cases', order: ['id'], id: 'id' },
    columns: [
      ...['id', 'title', 'note', 'state', 'priority', 'assigned_to', 'due_day', 'warranty_until'],
      ...['warranty_note', 'created_at', 'created_by', 'changed_at', 'closed_at', 'outcome'],
    ],
    refs: { assigned_to: 'user', created_by: 'user' },
  },
  {
    ...{ table: 'case_steps', file: 'cases/history', order: ['case_id', 'id'] },
    known: { step: caseSteps },
    columns: ['case_id', 'at', 'step', 'user_id', 'comment', 'detail'],
    refs: { case_id: { idOf: 'cases' }, user_id: 'user' },
  },
  {
    ...{ table: 'case_visits', file: 'cases/visits', order: ['case_id', 'id'] },
    columns: ['case_id', 'day', 'user_id', 'note', 'is_done'],
    refs: { case_id: { idOf: 'cases' }, user_id: 'user' },
  },
  {
    ...{ table: 'case_photos', file: 'cases/photos', order: ['case_id', 'id'] },
    columns: ['case_id', 'picture_hash', 'user_id', 'added_at'],
    refs: { case_id: { idOf: 'cases' }, picture_hash: 'picture', user_id: 'user' },
  },
  {
    ...{ table: 'case_alarms', file: 'cases/alarms', order: ['case_id', 'alarm_id'] },
    columns: ['case_id', 'alarm_id', 'was_open'],
    refs: { case_id: { idOf: 'cases' }, alarm_id: { idOf: 'alarm' } },
  },
];
