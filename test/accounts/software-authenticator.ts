import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Visitor } from './accounts-app.ts';

interface RegistrationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}

interface AuthenticationOptions {
  challenge: string;
  rpId: string;
}

/** What a test changes about an otherwise correct answer. */
export interface Twist {
  origin?: string;
  challenge?: string;
  /** Signs with a key that is not the credential's. */
  foreignKey?: boolean;
  /** Counts backwards, as a copy of the authenticator would. */
  counter?: number;
  /** Somebody touched it, but did not prove to be its owner. */
  unverified?: boolean;
}

/**
 * An authenticator in software (WebAuthn Level 2, 6): one discoverable ES256 credential, attestation
 * 'none', the user always present and verified.
 */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;
  private userHandle = '';

  /** The answer of `navigator.credentials.create`, as JSON. */
  create(options: RegistrationOptions, origin: string, twist: Twist = {}) {
    this.userHandle = options.user.id;
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // COSE_Key (RFC 9052, 7): EC2, ES256, P-256.
    const coseKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, coseKey]);
    const authData = this.authenticatorData(
      options.rp.id,
      twist.unverified ? 0x41 : 0x45,
      attested,
    );
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const clientData = clientDataJson('webauthn.create', options.challenge, origin, twist);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get`, as JSON. */
  get(options: AuthenticationOptions, origin: string, twist: Twist = {}) {
    this.counter = twist.counter ?? this.counter + 1;
    const authData = this.authenticatorData(options.rpId, twist.unverified ? 0x01 : 0x05);
    const clientData = clientDataJson('webauthn.get', options.challenge, origin, twist);
    const key: KeyObject = twist.foreignKey
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.keys.privateKey;
    const signature = createSign('SHA256')
      .update(Buffer.concat([authData, createHash('sha256').update(clientData).digest()]))
      .sign(key);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  private answer(response: Record<string, unknown>) {
    const id = this.credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  private authenticatorData(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested]);
  }
}

const PASSKEY = '/api/auth/passkey';

/** Adds the device's passkey to the account that the visitor is signed in to. */
export async function addPasskey(
  visitor: Visitor,
  device: SoftwareAuthenticator,
  origin: string,
  name = 'Laptop',
  twist: Twist = {},
): Promise<LightMyRequestResponse> {
  const options = await visitor.get(`${PASSKEY}/generate-register-options`);
  if (options.statusCode !== 200) throw new Error(options.body);
  return visitor.post(`${PASSKEY}/verify-registration`, {
    response: device.create(options.json(), origin, twist),
    name,
  });
}

export async function signInByPasskey(
  visitor: Visitor,
  device: SoftwareAuthenticator,
  origin: string,
  twist: Twist = {},
): Promise<LightMyRequestResponse> {
  const options = await visitor.get(`${PASSKEY}/generate-authenticate-options`);
  return visitor.post(`${PASSKEY}/verify-authentication`, {
    response: device.get(options.json(), origin, twist),
  });
}

function clientDataJson(type: string, challenge: string, origin: string, twist: Twist): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin: false,
    }),
  );
}

/** As much of CBOR (RFC 8949) as an attestation needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  throw new Error(`Not encoded here: ${typeof value}`);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 0xff]);
}
