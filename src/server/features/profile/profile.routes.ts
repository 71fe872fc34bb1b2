import type { BusinessProfileInput } from '../../../shared/profile/profile.contract.ts';
import { api, type Owner, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { type Accounts, requireRecentProof } from '../accounts/index.ts';
import { changesPaymentKeys } from './credentials.ts';
import { presentProfile } from './present-profile.ts';
import { findProfile } from './profile.store.ts';
import { saveLogo, startLogo } from './save-logo.ts';
import { adoptTimeZone, createProfile, updateProfile } from './save-profile.ts';
import { testConnection } from './test-connection.ts';

/** @param accounts tells an account's owner of changed payment keys */
export function profileRoutes(services: Services, accounts: Pick<Accounts, 'paymentKeysChanged'>) {
  const calls = api.profile;
  const { orm } = services.db;
  const requireProofForKeys = async (owner: Owner, input: BusinessProfileInput) => {
    const stored = await findProfile(orm, owner.userId);
    if (changesPaymentKeys(services.seal, stored, input)) await requireRecentProof(services, owner);
  };
  return {
    get: calls.get
      .use(requireOwner)
      .handler(async ({ context: { owner } }) =>
        presentProfile(services, orm, await findProfile(orm, owner.userId)),
      ),
    create: calls.create
      .use(requireOwner)
      .handler(async ({ input, context: { owner, client, idempotencyKey } }) => {
        await requireProofForKeys(owner, input);
        return createProfile(services, owner.userId, input, idempotencyKey, (tx) =>
          accounts.paymentKeysChanged(tx, owner, client),
        );
      }),
    adoptTimeZone: calls.adoptTimeZone
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => adoptTimeZone(services, owner.userId, input)),
    update: calls.update
      .use(requireOwner)
      .handler(async ({ input, context: { owner, client } }) => {
        await requireProofForKeys(owner, input);
        return updateProfile(services, owner.userId, input, (tx) =>
          accounts.paymentKeysChanged(tx, owner, client),
        );
      }),
    startLogo: calls.startLogo
      .use(requireOwner)
      .handler(({ context: { owner } }) => startLogo(services, owner.userId)),
    saveLogo: calls.saveLogo
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => saveLogo(services, owner.userId, input.logoURL)),
    testConnection: calls.testConnection
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => testConnection(services, owner.userId, input)),
  };
}
