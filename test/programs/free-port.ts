import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** A port that nothing listens on, for a program that has to be told one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
