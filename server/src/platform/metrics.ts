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
      help: 'Response time of API calls.',
      labelNames: ['path', 'code'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    signMismatches: new Counter({
      name: 'helioport_sign_mismatches_total',
      help: 'API calls with an invalid or missing sign header.',
      labelNames: ['kind'],
      registers,
    }),
    unhandledRejections: new Counter({
      name: 'helioport_unhandled_rejections_total',
      help: 'Unhandled promise rejections. Each is a defect; see the log for its stack.',
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'helioport_connections_refused_total',
      help: 'HTTP connections closed because of a limit, by cause.',
      labelNames: ['cause'],
      registers,
    }),
    framesStored: new Counter({
      name: 'helioport_reports_stored_total',
      help: 'Device readings stored.',
      labelNames: ['door'],
      registers,
    }),
    framesRepeated: new Counter({
      name: 'helioport_reports_repeated_total',
      help: 'Duplicate device readings.',
      labelNames: ['door'],
      registers,
    }),
    readingsCompressed: new Counter({
      name: 'helioport_reports_packed_total',
      help: 'Device readings moved from rows into compressed days.',
      registers,
    }),
    partitionsDropped: new Counter({
      name: 'helioport_partitions_dropped_total',
      help: 'Monthly partitions dropped because all their days are compressed or past the retention period.',
      registers,
    }),
    detailDropped: new Counter({
      name: 'helioport_packed_days_dropped_total',
      help: 'Compressed device-days deleted after the retention period.',
      registers,
    }),
    packingRefused: new Gauge({
      name: 'helioport_packing_refused_devices',
      help: 'Devices whose readings could not be compressed in the last run; see the log for the reason.',
      registers,
    }),
    framesRefused: new Counter({
      name: 'helioport_reports_refused_total',
      help: 'Rejected bodies at device endpoints, by reason.',
      labelNames: ['door', 'reason'],
      registers,
    }),
    unclaimedSerials: new Gauge({
      name: 'helioport_unclaimed_serials',
      help: 'Serial numbers that report but do not belong to a plant.',
      registers,
    }),
    mqttRefused: new Counter({
      name: 'helioport_mqtt_refused_total',
      help: 'MQTT connections closed, by cause.',
      labelNames: ['cause'],
      registers,
    }),
    checksumMismatches: new Counter({
      name: 'helioport_checksum_mismatches_total',
      help: 'Frames with an invalid checksum, by checksum.',
      labelNames: ['checksum'],
      registers,
    }),
    batchReadings: new Histogram({
      name: 'helioport_batch_reports',
      help: 'Readings stored per transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers,
    }),
    totalsMismatch: new Counter({
      name: 'helioport_totals_mismatch_total',
      help: 'Mismatches found by the nightly check of stored totals, by total.',
      labelNames: ['kind'],
      registers,
    }),
    upstreamSent: new Counter({
      name: 'helioport_upstream_sent_total',
      help: 'Device frames accepted by the server in UPSTREAM.',
      registers,
    }),
    upstreamFailed: new Counter({
      name: 'helioport_upstream_failures_total',
      help: 'Failed attempts to forward a device frame, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    upstreamDropped: new Counter({
      name: 'helioport_upstream_dropped_total',
      help: 'Device frames that were not forwarded, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    upstreamQueued: new Gauge({
      name: 'helioport_upstream_queued_frames',
      help: 'Device frames waiting to be forwarded.',
      registers,
    }),
    upstreamOldestSeconds: new Gauge({
      name: 'helioport_upstream_oldest_seconds',
      help: 'Age of the oldest device frame waiting to be forwarded; 0 if none is waiting.',
      registers,
    }),
    rollupLagSeconds: new Gauge({
      name: 'helioport_rollup_lag_seconds',
      help: 'Age of the oldest day waiting for recalculation.',
      registers,
    }),
  };
}
