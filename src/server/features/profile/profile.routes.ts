import type { BusinessProfileInput } from '../../../shared/profile/profile.contract.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import { byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Accounts } from '../accounts/index.ts';
import { requireRecentProof } from '../accounts/index.ts';
import { changesPaymentKeys } from './credentials.ts';
import { presentProfile } from './present-profile.ts';
import { findProfile } from './profile.store.ts';
import { saveLogo, startLogo } from './save-logo.ts';
import {
  adoptTimeZone,
  createProfile,
  setEditorColumns,
  setIssuedInvoices,
  updateProfile,
} from './save-profile.ts';
import { testConnection } from './test-connection.ts';

/** @param accounts tells an account's owner of changed payment keys */
export function profileRoutes(services: Services, accounts: Pick<Accounts, 'paymentKeysChanged'>) {
  const calls = ownerApi.profile;
  const { orm } = services.db;
  const requireProofForKeys = async (actor: Actor, input: BusinessProfileInput) => {
    const stored = await findProfile(orm, actor.businessId);
    if (changesPaymentKeys(services.seal, stored, input)) await requireRecentProof(services, actor);
  };
  return {
    get: calls.get.handler(async ({ context: { actor } }) =>
      presentProfile(services, orm, await findProfile(orm, actor.businessId)),
    ),
    create: calls.create.handler(async ({ input, context: { actor, client, idempotencyKey } }) => {
      await requireProofForKeys(actor, input);
      return createProfile(services, actor.businessId, input, idempotencyKey, (tx) =>
        accounts.paymentKeysChanged(tx, actor, client),
      );
    }),
    adoptTimeZone: calls.adoptTimeZone.handler(byInput(services, adoptTimeZone)),
    update: calls.update.handler(async ({ input, context: { actor, client } }) => {
      await requireProofForKeys(actor, input);
      return updateProfile(services, actor.businessId, input, (tx) =>
        accounts.paymentKeysChanged(tx, actor, client),
      );
    }),
    setEditorColumns: calls.setEditorColumns.handler(byInput(services, setEditorColumns)),
    setIssuedInvoices: calls.setIssuedInvoices.handler(byInput(services, setIssuedInvoices)),
    startLogo: calls.startLogo.handler(({ context: { actor } }) =>
      startLogo(services, actor.businessId),
    ),
    saveLogo: calls.saveLogo.handler(({ input, context: { actor } }) =>
      saveLogo(services, actor.businessId, input.logoURL),
    ),
    testConnection: calls.testConnection.handler(byInput(services, testConnection)),
  };
}
