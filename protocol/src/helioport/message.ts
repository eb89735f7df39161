// Payload of a report topic or of a replay line: the reading of one device, or the message of a composite device with
// one reading per component: `{"kind": "allInOne", "inverter": {…}, "meter": {…}}`.
import { type DeviceKind, deviceKind, deviceKindNamed, isComposite } from '@helioport/domain/deviceKinds';
import { jsonOf, type ParsedReport, parseReport, type Report, type ReportKind } from './report.ts';

/** A parsed message of a composite device. */
export interface CompositeMessage {
  readonly kind: DeviceKind['key'];
  /** Instant of the measurement, the same for all components; absent if the device has no clock. */
  readonly at?: string;
  /** By component name; those without values are absent, and at least one is present. */
  readonly parts: Readonly<Record<string, Report>>;
}

export type ParsedMessage =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: true; readonly machine: CompositeMessage }
  | Extract<ParsedReport, { ok: false }>;

const reportKinds = { sun: 'inverter', grid: 'meter', storage: 'battery' } as const;

/** The `kind` that the reading of a component states. */
function reportKindOf(part: DeviceKind): ReportKind {
  if (part.role === null) throw new Error(`a ${part.key} reports nothing and can be no part of a machine`);
  return reportKinds[part.role];
}

const refuse = (refusal: Extract<ParsedReport, { ok: false }>['refusal'], field: string) =>
  ({ ok: false, refusal, field }) as const;

/**
 * Validates a message from `JSON.parse` as strictly as `parseReport`. The status bits of a composite device apply to
 * its producing components unless a component has its own. Never throws for a JSON value.
 */
export function parseMessage(value: unknown): ParsedMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return parseReport(value);
  const { kind: name, at, statusBits, ...fields } = value as Record<string, unknown>;
  const kind = typeof name === 'string' ? deviceKindNamed(name) : undefined;
  if (!kind || !isComposite(kind)) return parseReport(value);

  const parts: Record<string, Report> = {};
  for (const [part, values] of Object.entries(fields)) {
    const partKind = kind.parts.find((one) => one.part === part)?.kind;
    if (partKind === undefined) return refuse('unknownField', part);
    if (values === null) continue;
    if (typeof values !== 'object' || Array.isArray(values)) return refuse('notAnObject', part);
    // The composite device has one clock, and its kind determines the kinds of its components.
    for (const own of ['at', 'kind']) if (own in values) return refuse('unknownField', `${part}.${own}`);
    const kindOfPart = deviceKind(partKind);
    const bits =
      kindOfPart.isProducer && statusBits !== undefined && statusBits !== null ? { statusBits } : {};
    const time = at === undefined ? {} : { at };
    const parsed = parseReport({ ...time, ...bits, ...values, kind: reportKindOf(kindOfPart) });
    if (!parsed.ok) {
      const { field } = parsed;
      const isShared = field === 'at' || (field === 'statusBits' && !('statusBits' in values));
      return refuse(parsed.refusal, isShared ? field : field === '' ? part : `${part}.${field}`);
    }
    parts[part] = parsed.report;
  }
  const [first] = Object.values(parts);
  if (!first) return refuse('nothingMeasured', '');
  return {
    ok: true,
    machine: { kind: kind.key, ...(first.at === undefined ? {} : { at: first.at }), parts },
  };
}

/** Reads the payload of a message on a report topic. Never throws, whatever the bytes. */
export function decodeMessage(payload: Uint8Array): ParsedMessage {
  const read = jsonOf(payload);
  return 'value' in read ? parseMessage(read.value) : refuse(read.refusal, '');
}
