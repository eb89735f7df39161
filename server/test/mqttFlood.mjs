// A flood of the MQTT door, in a process of its own: connections that declare a CONNECT of 256 MB and send it, as far
// as they are let. Ends when all are closed. Arguments: port, connections, local address.
import net from 'node:net';

const [port = 0, count = 0] = process.argv.slice(2, 4).map(Number);
const localAddress = process.argv[4] ?? '127.0.0.1';
const piece = Buffer.alloc(1_048_576, 'x');

const flood = () =>
  new Promise((resolve) => {
    let sent = 0;
    const socket = net.connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
      push();
    });
    const push = () => {
      while (sent < 256 && !socket.destroyed) {
        sent++;
        if (!socket.write(piece)) return socket.once('drain', push);
      }
      if (sent === 256) socket.end();
    };
    socket.on('error', () => undefined);
    socket.on('close', resolve);
    socket.resume();
  });

const all = Promise.all(Array.from({ length: count }, flood));
process.send?.('begun');
await all;
process.disconnect?.();
