import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { createMetrics } from '../platform/metrics.ts';
import { addPortal } from './portal.ts';

let app: TestApp;
let isReady = true;
const metrics = createMetrics();

beforeAll(async () => {
  app = await startTestApp();
  await addPortal(app.http, {
    ...{ db: app.database.db, metrics, isReady: () => isReady },
    refreshGauges: async () => metrics.rollupLagSeconds.set(7),
  });
});
afterAll(() => app.close());

const get = (url: string) => app.http.inject({ method: 'GET', url });

describe('those who watch the server', () => {
  it('learn whether it lives and whether it may be asked', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    isReady = false;
    expect((await get('/readyz')).statusCode).toBe(503);
    expect((await get('/healthz')).statusCode).toBe(200);
    isReady = true;
  });

  it('read its figures in the text form of Prometheus, brought up to date before', async () => {
    const answer = await get('/metrics');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('helioport_rollup_lag_seconds 7');
    for (const name of [
      'reports_stored_total',
      'checksum_mismatches_total',
      'sign_mismatches_total',
      'request_seconds',
    ]) {
      expect(answer.body).toContain(`helioport_${name}`);
    }
  });
});
