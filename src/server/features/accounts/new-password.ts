import type { FastifyRequest } from 'fastify';
import { passwordWeakness } from '../../../shared/accounts/password-rule.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { findAccount } from './account.store.ts';
import type { AuthCall } from './auth-calls.ts';
import { findResetAccount } from './reset-links.ts';
import type { SessionReader } from './resolve-session.ts';

/**
 * Refuses a new password that is easy to guess, knowing whose it will be. A reset link stays usable.
 * @throws AppError VALIDATION naming the field
 */
export async function refuseWeakPassword(
  call: AuthCall,
  request: FastifyRequest,
  body: Record<string, unknown> | undefined,
  { db, sessions }: { db: Database; sessions: SessionReader },
): Promise<void> {
  const path = call.choosesPassword === 'of-body' ? 'password' : 'newPassword';
  const password = body?.[path];
  if (!call.choosesPassword || typeof password !== 'string') return;
  const person = async () => {
    if (call.choosesPassword === 'of-body') return [String(body?.email), String(body?.name)];
    const account =
      call.choosesPassword === 'of-link'
        ? await findResetAccount(db.orm, String(body?.token))
        : await ownAccount(request, db, sessions);
    return account && [account.email, account.name];
  };
  const known = await person();
  // Nobody's link or session: the library refuses it for that.
  if (!known) return;
  const message = await passwordWeakness(password, known);
  if (message === undefined) return;
  throw new AppError('VALIDATION', message, { fields: [{ path, message }] });
}

async function ownAccount(request: FastifyRequest, db: Database, sessions: SessionReader) {
  const actor = await sessions.resolve(request);
  return actor && findAccount(db.orm, actor.accountId);
}
