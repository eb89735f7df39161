// What a line of the change log says in detail: field by field, old and new where both are known.
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';

type Detail = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? t('user.yes') : t('user.no');
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${valueText(one)}`)
      .join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface DetailLine {
  field: string;
  before?: string;
  after: string;
}

/** `{before, after}` as the fields that differ; anything else field by field, of which each may be `{from, to}`. */
export function linesOf(detail: Detail): DetailLine[] {
  const { before, after, ...rest } = detail;
  const plain = Object.entries(rest).map(([field, value]) =>
    isRecord(value) && 'from' in value && 'to' in value
      ? { field, before: valueText(value['from']), after: valueText(value['to']) }
      : { field, after: valueText(value) },
  );
  if (!isRecord(before) || !isRecord(after)) {
    return [
      ...plain,
      ...('after' in detail ? [{ field: '', before: valueText(before), after: valueText(after) }] : []),
    ];
  }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields
    .map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) }))
    .filter((line) => line.before !== line.after);
  return [...changed, ...plain];
}

export function AuditDetail({ detail }: { detail: Detail }): ReactNode {
  const lines = linesOf(detail);
  if (lines.length === 0) return '–';
  return (
    <dl className="hp-audit-detail">
      {lines.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>{before}</del> →{' '}
              </>
            )}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
