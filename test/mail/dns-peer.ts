import { createSocket } from 'node:dgram';

export interface DnsPeer {
  /** '127.0.0.1:40053', for DNS_RESOLVER. */
  address: string;
  /** TXT records by name. What is not here does not exist. */
  records: Map<string, string[]>;
  /** Names that were asked for, oldest first. */
  asked: string[];
  /** Whether it answers that it has failed (SERVFAIL). */
  broken: boolean;
  close(): Promise<void>;
}

const TXT = 16;
const NXDOMAIN = 3;
const SERVFAIL = 2;

/** A real DNS server on loopback, for TXT records alone (RFC 1035, section 4). */
export async function openDnsPeer(): Promise<DnsPeer> {
  const socket = createSocket('udp4');
  const peer: DnsPeer = {
    address: '',
    records: new Map(),
    asked: [],
    broken: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12);
    peer.asked.push(name);
    const texts = query.readUInt16BE(end) === TXT ? peer.records.get(name) : undefined;
    const code = peer.broken ? SERVFAIL : texts ? 0 : NXDOMAIN;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // An answer, with recursion as it was wanted and available.
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(code === 0 ? (texts ?? []).length : 0, 6);
    const answers = code === 0 ? (texts ?? []).map(encodeAnswer) : [];
    socket.send(
      Buffer.concat([header, query.subarray(12, end + 4), ...answers]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  peer.address = `127.0.0.1:${socket.address().port}`;
  return peer;
}

function readName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A record of the name asked for, its text in parts of at most 255 bytes. */
function encodeAnswer(text: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; at += 255) {
    const part = Buffer.from(text.slice(at, at + 255), 'latin1');
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
