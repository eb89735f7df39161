// HTTP endpoint of devices on the port of the portal: their two paths, and any other path that a frame is posted to.
import type { FastifyInstance } from '../platform/http.ts';
import { type DeviceEndpoint, isFrame } from './endpoint.ts';

/** Paths of devices, for frames without and with channel blocks. All requests to them are from devices. */
const devicePaths = new Set(['/i.php', '/t.php']);

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  const path = (end < 0 ? url : url.slice(0, end)).toLowerCase();
  return path.startsWith('http://') ? path.slice(path.indexOf('/', 7)) : path;
};

/**
 * Adds the endpoint to a server; call it before routes are added. It precedes signature, session and grants, because a
 * device has none of them, and its responses have no headers for browsers.
 */
export function addDeviceEndpoint(app: FastifyInstance, endpoint: DeviceEndpoint): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!devicePaths.has(pathOf(request.raw.url ?? ''))) return done();
    reply.hijack();
    endpoint.serve(request.raw, reply.raw, request.ip);
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (request.method !== 'POST' || !isFrame(request.body)) return done();
    reply.hijack();
    void endpoint.answer(request.body, reply.raw, request.ip);
  });
}
