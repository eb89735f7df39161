// Requests of the OpenTelemetry protocol over HTTP, in Protocol Buffers or JSON, as a list of numbers. Only the fields
// that are stored are read. Pure; all functions throw for requests that are not valid.
import protobuf, { type Reader } from 'protobufjs/minimal.js';
import type { OtlpPoint } from './metrics.ts';

/** Most data points of a request, and most other parts of it, such as metrics and attributes. */
export const OTLP_POINTS_MAX = 10_000;
const PARTS_MAX = 100_000;

/** A request that is not valid, with what is wrong with it. */
export class OtlpInvalid extends Error {
  override readonly name = 'OtlpInvalid';
}

type Attributes = Readonly<Record<string, string>>;

interface Point {
  attributes: Attributes;
  value: number | undefined;
  atMs: number;
  startMs: number;
}

interface Metric {
  name: string;
  unit: string;
  isMonotonic: boolean;
  /** 1 delta, 2 cumulative. */
  temporality: number;
  points: Point[];
}

interface Resource {
  attributes: Attributes;
  metrics: Metric[];
}

/** Counts the parts of a request, so that a small body cannot become a large structure. */
function createBudget() {
  let points = 0;
  let parts = 0;
  return {
    point() {
      if (++points > OTLP_POINTS_MAX) throw new OtlpInvalid(`more than ${OTLP_POINTS_MAX} data points`);
    },
    part() {
      if (++parts > PARTS_MAX) throw new OtlpInvalid('too many metrics or attributes');
    },
  };
}
type Budget = ReturnType<typeof createBudget>;

const DELTA = 1;
const NANOSECONDS_OF_MS = 1e6;
const NOT_RECORDED = 1;
/** The attributes that are read. */
const attributeNames = new Set(['device', 'device_name', 'device.name', 'device.id']);

/** The points of resources, each with the attributes of its resource where it has none. */
function pointsOf(resources: readonly Resource[]): OtlpPoint[] {
  return resources.flatMap(({ attributes: ofResource, metrics }) =>
    metrics.flatMap(({ name, unit, isMonotonic, temporality, points }) =>
      points.map(({ attributes: own, value, atMs, startMs }) => {
        const of = (key: string) => own[key] ?? ofResource[key];
        return {
          metric: name,
          unit,
          value,
          atMs,
          startMs,
          isCounter: isMonotonic,
          isDelta: temporality === DELTA,
          device: of('device') ?? of('device.id') ?? '',
          deviceName: of('device_name') ?? of('device.name') ?? '',
        };
      }),
    ),
  );
}

/** Handlers of the fields of a message by `number << 3 | wire type`; all others are skipped. */
type Fields = Readonly<Record<number, () => void>>;
const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const tagOf = (field: number, wire: number): number => (field << 3) | wire;

/** Reads the fields of a message that ends at `end`. */
function readFields(reader: Reader, end: number, fields: Fields): void {
  while (reader.pos < end) {
    const tag = reader.uint32();
    const read = fields[tag];
    if (read) read();
    else reader.skipType(tag & 7);
  }
  if (reader.pos !== end) throw new OtlpInvalid('a message ends beyond its length');
}

/** Reads a message with its length before it. */
function readMessage(reader: Reader, fields: Fields): void {
  const length = reader.uint32();
  if (length > reader.len - reader.pos) throw new OtlpInvalid('a message is cut off');
  readFields(reader, reader.pos + length, fields);
}

/** A number of 64 bits; beyond 2^53 the nearest one. */
const asNumber = (value: number | { low: number; high: number; unsigned: boolean }): number =>
  typeof value === 'number'
    ? value
    : (value.unsigned ? value.high >>> 0 : value.high) * 2 ** 32 + (value.low >>> 0);

const msOf = (nanoseconds: number): number => Math.round(nanoseconds / NANOSECONDS_OF_MS);

/** The points of a body in Protocol Buffers. */
export function readProtobuf(body: Uint8Array): OtlpPoint[] {
  const reader = protobuf.Reader.create(body);
  const budget = createBudget();
  const resources: Resource[] = [];
  try {
    readFields(reader, reader.len, {
      [tagOf(1, LENGTH)]() {
        budget.part();
        resources.push(readResource(reader, budget));
      },
    });
  } catch (error) {
    throw error instanceof OtlpInvalid ? error : new OtlpInvalid('not a request in Protocol Buffers');
  }
  return pointsOf(resources);
}

function readResource(reader: Reader, budget: Budget): Resource {
  const attributes: Record<string, string> = {};
  const metrics: Metric[] = [];
  readMessage(reader, {
    [tagOf(1, LENGTH)]: () =>
      readMessage(reader, { [tagOf(1, LENGTH)]: () => readAttribute(reader, budget, attributes) }),
    [tagOf(2, LENGTH)]: () =>
      readMessage(reader, {
        [tagOf(2, LENGTH)]() {
          budget.part();
          metrics.push(readMetric(reader, budget));
        },
      }),
  });
  return { attributes, metrics };
}

function readAttribute(reader: Reader, budget: Budget, into: Record<string, string>): void {
  budget.part();
  let key = '';
  let value: string | undefined;
  readMessage(reader, {
    [tagOf(1, LENGTH)]() {
      key = reader.string();
    },
    [tagOf(2, LENGTH)]: () =>
      readMessage(reader, {
        [tagOf(1, LENGTH)]() {
          value = reader.string();
        },
        [tagOf(3, VARINT)]() {
          value = String(asNumber(reader.int64()));
        },
      }),
  });
  if (value !== undefined && attributeNames.has(key)) into[key] = value;
}

function readMetric(reader: Reader, budget: Budget): Metric {
  const metric: Metric = { name: '', unit: '', isMonotonic: false, temporality: 0, points: [] };
  const readPoint = () => {
    budget.point();
    metric.points.push(readPointOf(reader, budget));
  };
  readMessage(reader, {
    [tagOf(1, LENGTH)]() {
      metric.name = reader.string();
    },
    [tagOf(3, LENGTH)]() {
      metric.unit = reader.string();
    },
    [tagOf(5, LENGTH)]: () => readMessage(reader, { [tagOf(1, LENGTH)]: readPoint }),
    [tagOf(7, LENGTH)]: () =>
      readMessage(reader, {
        [tagOf(1, LENGTH)]: readPoint,
        [tagOf(2, VARINT)]() {
          metric.temporality = reader.int32();
        },
        [tagOf(3, VARINT)]() {
          metric.isMonotonic = reader.bool();
        },
      }),
  });
  return metric;
}

function readPointOf(reader: Reader, budget: Budget): Point {
  const attributes: Record<string, string> = {};
  const point: Point = { attributes, value: undefined, atMs: 0, startMs: 0 };
  let flags = 0;
  readMessage(reader, {
    [tagOf(7, LENGTH)]: () => readAttribute(reader, budget, attributes),
    [tagOf(2, FIXED64)]() {
      point.startMs = msOf(asNumber(reader.fixed64()));
    },
    [tagOf(3, FIXED64)]() {
      point.atMs = msOf(asNumber(reader.fixed64()));
    },
    [tagOf(4, FIXED64)]() {
      point.value = reader.double();
    },
    [tagOf(6, FIXED64)]() {
      point.value = asNumber(reader.sfixed64());
    },
    [tagOf(8, VARINT)]() {
      flags = reader.uint32();
    },
  });
  return (flags & NOT_RECORDED) === 0 ? point : { ...point, value: undefined };
}

type Json = Readonly<Record<string, unknown>>;

const listOf = (raw: unknown): readonly Json[] => {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw new OtlpInvalid('a list is expected');
  return raw.map(objectOf);
};

function objectOf(raw: unknown): Json {
  if (raw === undefined || raw === null) return {};
  if (typeof raw !== 'object' || Array.isArray(raw)) throw new OtlpInvalid('an object is expected');
  return raw as Json;
}

const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw : '');

/** A number, or a 64-bit number as text. */
const numberOf = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/i.test(raw)
    ? Number(raw)
    : undefined;
};

/** The points of a body in JSON. */
export function readJson(text: string): OtlpPoint[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new OtlpInvalid('not JSON');
  }
  const budget = createBudget();
  return pointsOf(
    listOf(objectOf(body).resourceMetrics).map(({ resource, scopeMetrics }) => ({
      attributes: attributesOf(objectOf(resource).attributes, budget),
      metrics: listOf(scopeMetrics).flatMap(({ metrics }) =>
        listOf(metrics).map((metric) => metricOf(metric, budget)),
      ),
    })),
  );
}

function attributesOf(raw: unknown, budget: Budget): Attributes {
  const into: Record<string, string> = {};
  for (const { key, value } of listOf(raw)) {
    budget.part();
    const { stringValue, intValue } = objectOf(value);
    const text = stringValue ?? intValue;
    if (attributeNames.has(textOf(key)) && (typeof text === 'string' || typeof text === 'number'))
      into[textOf(key)] = String(text);
  }
  return into;
}

function metricOf({ name, unit, gauge, sum }: Json, budget: Budget): Metric {
  budget.part();
  const { dataPoints, isMonotonic, aggregationTemporality } = objectOf(sum ?? gauge);
  const isDelta =
    aggregationTemporality === DELTA || aggregationTemporality === 'AGGREGATION_TEMPORALITY_DELTA';
  return {
    name: textOf(name),
    unit: textOf(unit),
    isMonotonic: isMonotonic === true,
    temporality: isDelta ? DELTA : 0,
    points: listOf(dataPoints).map((point) => {
      budget.point();
      const { attributes, timeUnixNano, startTimeUnixNano, asDouble, asInt, flags } = point;
      const isRecorded = ((numberOf(flags) ?? 0) & NOT_RECORDED) === 0;
      return {
        attributes: attributesOf(attributes, budget),
        value: isRecorded ? numberOf(asDouble ?? asInt) : undefined,
        atMs: msOf(numberOf(timeUnixNano) ?? 0),
        startMs: msOf(numberOf(startTimeUnixNano) ?? 0),
      };
    }),
  };
}
