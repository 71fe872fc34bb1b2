import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from './profile.store.ts';
import { createProfile, presentFound, updateProfile } from './save-profile.ts';

export function profileRoutes(services: Services) {
  const { get, create, update } = api.profile;
  return {
    get: get
      .use(requireOwner)
      .handler(async ({ context: { owner } }) =>
        presentFound(await findProfile(services.db.orm, owner.userId)),
      ),
    create: create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createProfile(services, owner.userId, input, idempotencyKey),
      ),
    update: update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateProfile(services, owner.userId, input)),
  };
}
