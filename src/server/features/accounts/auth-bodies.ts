import * as z from 'zod';
import { PASSWORD_LENGTH } from '../../../shared/accounts/password-rule.ts';
import { boundedText } from '../../../shared/contract/fields.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { describeIssues } from '../../platform/http/describe-issues.ts';
import { findJsonFault } from '../../platform/http/json-structure.ts';

const email = boundedText(1_000, {
  error: 'Enter your email address',
  tooLong: 'Enter a valid email address',
})
  .trim()
  .toLowerCase()
  .max(254, { error: 'Enter a valid email address' })
  .pipe(z.email({ error: 'Enter a valid email address' }));

const anyPassword = boundedText(PASSWORD_LENGTH.max, {
  error: 'Enter your password',
  tooLong: `Passwords have at most ${PASSWORD_LENGTH.max} characters`,
}).min(1, { error: 'Enter your password' });

const newPassword = anyPassword.min(PASSWORD_LENGTH.min, {
  error: `Choose a password of at least ${PASSWORD_LENGTH.min} characters`,
});

const name = boundedText(1_000, {
  error: 'Enter your name',
  tooLong: 'Names have at most 200 characters',
})
  .trim()
  .max(200, { error: 'Names have at most 200 characters' })
  .regex(/^\P{Cc}*$/u, { error: 'The name has characters that cannot be used' });

const token = boundedText(200, {
  error: 'The link is not complete',
  tooLong: 'The link is not complete',
}).regex(/^[\w-]{1,200}$/, { error: 'The link is not complete' });

const NO_PASSKEY = 'There is no such passkey';
const passkeyId = boundedText(100, { error: NO_PASSKEY, tooLong: NO_PASSKEY }).pipe(
  z.uuid({ error: NO_PASSKEY }),
);

/** What WebAuthn answers, checked field by field by the library. */
const credential = z.record(boundedText(100), z.unknown(), {
  error: 'The passkey did not respond',
});

/**
 * Bodies of the calls below /api/auth. Fields that are not named here, such as a plan or a verified
 * address, never reach the library.
 */
export const AUTH_BODIES = {
  none: z.unknown().transform(() => ({})),
  signUp: z.object({ name: name.default(''), email, password: newPassword }),
  signIn: z.object({ email, password: anyPassword }),
  requestReset: z.object({ email }),
  resetLink: z.object({ token }),
  reset: z.object({ newPassword, token, keepPasskeys: z.boolean().default(false) }),
  changePassword: z.object({
    currentPassword: anyPassword,
    newPassword,
    removePasskeys: z.boolean().default(false),
  }),
  confirmPassword: z.object({ password: anyPassword }),
  sendVerification: z.object({ email }),
  passkeyRegistration: z.object({ response: credential, name: name.optional() }),
  passkeySignIn: z.object({ response: credential }),
  passkeyId: z.object({ id: passkeyId }),
  passkeyName: z.object({
    id: passkeyId,
    name: name.min(1, { error: 'Enter a name' }),
  }),
} satisfies Record<string, z.ZodType>;

/**
 * Reads a JSON body by its schema.
 * @throws AppError VALIDATION naming each field that is wrong, BAD_REQUEST when it is not JSON
 */
export function readAuthBody(
  schema: z.ZodType,
  contentType: string | undefined,
  bytes: Buffer | undefined,
): Record<string, unknown> {
  const text = bytes?.toString('utf8') ?? '';
  if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(contentType ?? '')) {
    throw new AppError('BAD_REQUEST', 'Send JSON, with content type application/json');
  }
  const fault = bytes && findJsonFault(bytes);
  if (fault) throw fault;
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AppError('BAD_REQUEST', 'The request is not valid JSON');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const fields = describeIssues(parsed.error.issues);
  throw new AppError('VALIDATION', fields[0]?.message ?? 'The request is not valid', { fields });
}
