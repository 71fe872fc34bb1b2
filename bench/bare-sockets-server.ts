/**
 * What news over sockets are measured against: a bare `ws` server that sends a message to each of
 * its peers when asked to. No session, no database. Started as a process of its own.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const sockets = new WebSocketServer({ noServer: true });
const server = createServer((_request, response) => {
  let id = 0;
  for (const socket of sockets.clients) {
    id += 1;
    socket.send(JSON.stringify({ type: 'notification', data: { id } }));
  }
  response.end();
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (peer) => sockets.emit('connection', peer, request));
});
server.listen(0, '127.0.0.1', 4_096, () => {
  const bound = server.address();
  process.stdout.write(
    `running at http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}\n`,
  );
});
