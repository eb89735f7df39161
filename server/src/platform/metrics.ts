// What the server counts, in Prometheus' terms: base units, `_total` for counters. One registry per server, so that
// tests do not share one.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'helioport_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'helioport_request_seconds',
      help: 'Time to answer one API call.',
      labelNames: ['path', 'code'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    signMismatches: new Counter({
      name: 'helioport_sign_mismatches_total',
      help: 'API calls whose sign header was wrong or missing.',
      labelNames: ['kind'],
      registers,
    }),
    unhandledRejections: new Counter({
      name: 'helioport_unhandled_rejections_total',
      help: 'Promises that were rejected without a handler; each is a defect, and the log has its stack.',
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'helioport_connections_refused_total',
      help: 'HTTP connections closed for a limit, by cause.',
      labelNames: ['cause'],
      registers,
    }),
    framesStored: new Counter({
      name: 'helioport_reports_stored_total',
      help: 'Device reports made durable.',
      labelNames: ['door'],
      registers,
    }),
    framesRepeated: new Counter({
      name: 'helioport_reports_repeated_total',
      help: 'Device reports that had been stored before.',
      labelNames: ['door'],
      registers,
    }),
    reportsPacked: new Counter({
      name: 'helioport_reports_packed_total',
      help: 'Device reports moved from rows into packed days.',
      registers,
    }),
    partitionsDropped: new Counter({
      name: 'helioport_partitions_dropped_total',
      help: 'Months of reports that were dropped because all their days are packed, or older than reports are kept.',
      registers,
    }),
    detailDropped: new Counter({
      name: 'helioport_packed_days_dropped_total',
      help: 'Packed days of devices that were removed because they are older than reports are kept.',
      registers,
    }),
    packingRefused: new Gauge({
      name: 'helioport_packing_refused_devices',
      help: 'Devices whose old reports could not be packed in the last run; the log says why.',
      registers,
    }),
    framesRefused: new Counter({
      name: 'helioport_reports_refused_total',
      help: 'Bodies at a device door that were no report, by reason.',
      labelNames: ['door', 'reason'],
      registers,
    }),
    unclaimedSerials: new Gauge({
      name: 'helioport_unclaimed_serials',
      help: 'Serials that reported and that no plant has claimed.',
      registers,
    }),
    mqttRefused: new Counter({
      name: 'helioport_mqtt_refused_total',
      help: 'Connections of the MQTT door that were closed for what they declared or were too many, by cause.',
      labelNames: ['cause'],
      registers,
    }),
    checksumMismatches: new Counter({
      name: 'helioport_checksum_mismatches_total',
      help: 'Frames with a wrong checksum, by checksum.',
      labelNames: ['checksum'],
      registers,
    }),
    batchReports: new Histogram({
      name: 'helioport_batch_reports',
      help: 'Reports made durable in one transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers,
    }),
    totalsMismatch: new Counter({
      name: 'helioport_totals_mismatch_total',
      help: 'Stored sums that the nightly check found not to add up, by kind of sum.',
      labelNames: ['kind'],
      registers,
    }),
    rollupLagSeconds: new Gauge({
      name: 'helioport_rollup_lag_seconds',
      help: 'Age of the oldest day that waits to be recomputed.',
      registers,
    }),
  };
}
