import { expect, test } from 'vitest';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { colorsUntouched, sameForForm } from './profile-values.ts';

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
  const rounded = { ...older, roundedTotals: [{ currency: 'CHF', increment: '0.05' }] };
  expect(sameForForm(rounded, { ...newer, roundedTotals: [...rounded.roundedTotals] })).toBe(true);
  expect(sameForForm(rounded, { ...newer, roundedTotals: [] })).toBe(false);
  expect(sameForForm(older, { ...newer, stripeSecretKey: 'sk_test_••••2222' })).toBe(false);
});

test('the colors of a theme go with it, and those that were chosen stay', () => {
  expect(colorsUntouched('classic', '#333333', '#0079f2')).toBe(true);
  // A profile of before its theme was picked, and one after.
  expect(colorsUntouched('modern', '#333333', '#0079F2')).toBe(true);
  expect(colorsUntouched('modern', '#1E40AF', '#3b82f6')).toBe(true);
  expect(colorsUntouched('elegant', '#1e40af', '#3b82f6')).toBe(false);
  expect(colorsUntouched('classic', '#333333', '#3b82f6')).toBe(false);
});
