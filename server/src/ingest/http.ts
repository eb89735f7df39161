// The HTTP door on the portal's own port: the devices' two addresses, and any other address to which a frame is posted.
import type { FastifyInstance } from '../platform/http.ts';
import { type DeviceDoor, isFrame } from './endpoint.ts';

/** Where devices post: frames without and with channel blocks. Anything that comes here is theirs. */
const devicePaths = new Set(['/i.php', '/t.php']);

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  const path = (end < 0 ? url : url.slice(0, end)).toLowerCase();
  return path.startsWith('http://') ? path.slice(path.indexOf('/', 7)) : path;
};

/**
 * Adds the door to a server; to be called before its routes are. It comes before sign, session and grants, because a
 * device has none of them, and its answers carry no header that a browser would need.
 */
export function addDeviceDoor(app: FastifyInstance, door: DeviceDoor): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!devicePaths.has(pathOf(request.raw.url ?? ''))) return done();
    reply.hijack();
    door.serve(request.raw, reply.raw, request.ip);
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (request.method !== 'POST' || !isFrame(request.body)) return done();
    reply.hijack();
    void door.answer(request.body, reply.raw, request.ip);
  });
}
