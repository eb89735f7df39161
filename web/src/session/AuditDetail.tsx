// The details of an audit log entry: field by field, old and new value where both are known.
import { type ReactNode, useState } from 'react';
import { t } from '../i18n.ts';
import { fieldWords, isInner, kindOfAction } from './auditWords.ts';

type Detail = Readonly<Record<string, unknown>>;

const NOTHING = '–';
const FEW = 3;

const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as display text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? t('user.yes') : t('user.no');
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(valueText).join(', ');
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([key, one]) => t('public.labelled', { label: key, value: valueText(one) }))
      .join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Lists under these names are permissions; numbers and flags are of objects, such as modules and photos. */
const ofThings: Readonly<Record<string, string>> = { added: 'entered', removed: 'deleted' };

export interface DetailLine {
  field: string;
  before?: string;
  after: string;
}

/**
 * `{before, after}` as the fields that differ; otherwise field by field, each of which can be `{from, to}`. Empty and
 * technical fields are left out.
 */
export function linesOf(detail: Detail, action: string): DetailLine[] {
  const { before, after, ...rest } = detail;
  const textOf = (field: string, value: unknown) =>
    field === 'kind' && typeof value === 'string' ? valueText(kindOfAction(action, value)) : valueText(value);
  const plain = Object.entries(rest).map(([field, value]): DetailLine => {
    if (isRecord(value) && 'from' in value && 'to' in value) {
      return { field, before: textOf(field, value.from), after: textOf(field, value.to) };
    }
    const isFields = field === 'changed' && Array.isArray(value);
    return {
      field: Array.isArray(value) ? field : (ofThings[field] ?? field),
      after: isFields ? value.map((one) => fieldWords(String(one))).join(', ') : textOf(field, value),
    };
  });
  const lines = [...changesOf(before, after, textOf), ...plain];
  return lines.filter(
    (line) => !isInner(line.field) && (line.before !== undefined || line.after !== NOTHING),
  );
}

function changesOf(
  before: unknown,
  after: unknown,
  textOf: (field: string, value: unknown) => string,
): DetailLine[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: textOf(field, before[field]), after: textOf(field, after[field]) }))
    .filter((line) => line.before !== line.after);
}

/** The same as one text, for files. */
export const detailText = (detail: Detail, action: string): string =>
  linesOf(detail, action)
    .map(({ field, before, after }) =>
      t('public.labelled', {
        label: fieldWords(field),
        value: before === undefined ? after : `${before} → ${after}`,
      }),
    )
    .join('; ');

interface AuditDetailProps {
  detail: Detail;
  /** What the entry is about, such as `mail.read`. */
  action: string;
}

export function AuditDetail({ detail, action }: AuditDetailProps): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const lines = linesOf(detail, action);
  if (lines.length === 0) return NOTHING;
  const rest = lines.length - FEW;
  return (
    <>
      <dl className="hp-audit-detail">
        {(isWhole ? lines : lines.slice(0, FEW)).map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldWords(field)}</dt>
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
      {rest > 0 && (
        <button
          aria-expanded={isWhole}
          className="hp-link-button"
          onClick={() => setWhole(!isWhole)}
          type="button"
        >
          {isWhole ? t('groupAccess.less') : t('groupAccess.more', { count: rest })}
        </button>
      )}
    </>
  );
}
