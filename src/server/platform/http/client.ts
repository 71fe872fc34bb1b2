import type { FastifyRequest } from 'fastify';

/** Where a request came from, as far as that can be known. */
export interface Client {
  /** The network address. */
  address: string;
  /** What the browser says of itself, at most 500 characters; null when it says nothing. */
  agent: string | null;
}

export function readClient(request: FastifyRequest): Client {
  return {
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, 500) || null,
  };
}
