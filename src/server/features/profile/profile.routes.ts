import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { presentProfile } from './present-profile.ts';
import { findProfile } from './profile.store.ts';
import { saveLogo, startLogo } from './save-logo.ts';
import { adoptTimeZone, createProfile, updateProfile } from './save-profile.ts';
import { testConnection } from './test-connection.ts';

export function profileRoutes(services: Services) {
  const calls = api.profile;
  const { orm } = services.db;
  return {
    get: calls.get
      .use(requireOwner)
      .handler(async ({ context: { owner } }) =>
        presentProfile(services, orm, await findProfile(orm, owner.userId)),
      ),
    create: calls.create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createProfile(services, owner.userId, input, idempotencyKey),
      ),
    adoptTimeZone: calls.adoptTimeZone
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => adoptTimeZone(services, owner.userId, input)),
    update: calls.update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateProfile(services, owner.userId, input)),
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
