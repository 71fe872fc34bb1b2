import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest that the browser takes; what it weighs with q=0 it does not take. */
export function encodingFor(accepted: string): Encoding {
  const weights = new Map(
    accepted.split(',').map((part): [string, string] => {
      const [coding = '', weight = ''] = part.toLowerCase().split(';');
      return [coding.trim(), weight.trim()];
    }),
  );
  // '*' is every one that is not named.
  const takes = (name: string) =>
    !/^q=0(\.0*)?$/.test(weights.get(name) ?? weights.get('*') ?? 'q=0');
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Compresses a document that is sent in parts: each goes out as soon as it is there. */
export function createEncoder(encoding: Exclude<Encoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip({ level: 6, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
}
