import type { Passkey } from './auth-calls.ts';
import {
  addPasskey,
  confirmPasskey,
  passkeyOptions,
  passkeySignInOptions,
  verifyPasskeySignIn,
} from './auth-calls.ts';
import { fromBase64Url, toBase64Url } from './base64-url.ts';

/** Passkeys need a secure address (https or localhost) and a browser that has them. */
export function passkeysWork(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function' && globalThis.isSecureContext;
}

/** The person closed the system's window, or there was no passkey to choose. */
export function wasCanceled(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Asks the system for a passkey of this site and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  await verifyPasskeySignIn(await askForPasskey(await passkeySignInOptions(), {}));
}

/** Asks the system for a passkey of the signed-in account, as a proof of who is there. */
export async function confirmWithPasskey(): Promise<void> {
  await confirmPasskey(await askForPasskey(await passkeySignInOptions(), {}));
}

/**
 * Lets the e-mail field offer passkeys as it offers addresses; resolves with true when one was
 * chosen and signed in, with false when the browser cannot do that or `signal` ended it.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<boolean> {
  if (!passkeysWork()) return false;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  const options = await passkeySignInOptions(signal);
  if (signal.aborted) return false;
  await verifyPasskeySignIn(await askForPasskey(options, { mediation: 'conditional', signal }));
  return true;
}

async function askForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'>,
): Promise<unknown> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: fromBase64Url(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(descriptor),
  };
  if (options.rpId) publicKey.rpId = options.rpId;
  if (options.timeout) publicKey.timeout = options.timeout;
  if (options.userVerification) {
    publicKey.userVerification = options.userVerification as UserVerificationRequirement;
  }
  const credential = await navigator.credentials.get({ ...how, publicKey });
  if (!(credential instanceof PublicKeyCredential))
    throw new DOMException('No passkey', 'NotAllowedError');
  const answer = credential.response as AuthenticatorAssertionResponse;
  return {
    ...named(credential),
    response: {
      clientDataJSON: toBase64Url(answer.clientDataJSON),
      authenticatorData: toBase64Url(answer.authenticatorData),
      signature: toBase64Url(answer.signature),
      ...(answer.userHandle ? { userHandle: toBase64Url(answer.userHandle) } : {}),
    },
  };
}

/** Makes a passkey for the signed-in account. */
export async function createPasskey(name: string): Promise<Passkey> {
  const options = await passkeyOptions();
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: options.rp,
      challenge: fromBase64Url(options.challenge),
      user: { ...options.user, id: fromBase64Url(options.user.id) },
      pubKeyCredParams: options.pubKeyCredParams,
      excludeCredentials: (options.excludeCredentials ?? []).map(descriptor),
      ...(options.timeout ? { timeout: options.timeout } : {}),
      ...(options.attestation
        ? { attestation: options.attestation as AttestationConveyancePreference }
        : {}),
      ...(options.authenticatorSelection
        ? { authenticatorSelection: options.authenticatorSelection }
        : {}),
    },
  });
  if (!(credential instanceof PublicKeyCredential))
    throw new DOMException('No passkey', 'NotAllowedError');
  const answer = credential.response as AuthenticatorAttestationResponse;
  return addPasskey({
    name,
    response: {
      ...named(credential),
      response: {
        clientDataJSON: toBase64Url(answer.clientDataJSON),
        attestationObject: toBase64Url(answer.attestationObject),
        transports: answer.getTransports?.() ?? [],
      },
    },
  });
}

function named(credential: PublicKeyCredential) {
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    ...(credential.authenticatorAttachment
      ? { authenticatorAttachment: credential.authenticatorAttachment }
      : {}),
  };
}

function descriptor({
  id,
  transports,
}: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return {
    type: 'public-key',
    id: fromBase64Url(id),
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  };
}
