import { expect, test } from 'vitest';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { sameForForm } from './profile-values.ts';

test('a logo alone is nothing the form would overwrite; a field or a replaced key is', () => {
  const older = {
    id: 1,
    version: 1,
    city: 'Portland',
    logoUrl: null,
    stripeSecretKey: 'sk_test_••••1111',
    stripeAccountStatus: 'connected',
  } as BusinessProfile;
  const newer = { ...older, version: 2, updatedAt: '2026-11-21T10:00:00.000Z' };
  expect(sameForForm(older, { ...newer, logoUrl: '/objects/logos/a.png' })).toBe(true);
  expect(sameForForm(older, { ...newer, stripeAccountStatus: 'invalid' })).toBe(true);
  expect(sameForForm(older, { ...newer, city: 'Salem' })).toBe(false);
  expect(sameForForm(older, { ...newer, stripeSecretKey: 'sk_test_••••2222' })).toBe(false);
});
