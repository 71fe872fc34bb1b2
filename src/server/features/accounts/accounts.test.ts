import { describe, expect, test } from 'vitest';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { isAdmin } from './is-admin.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { localPath } from './request-origin.ts';
import { readSessionCookie, renewedSessionCookie, sessionCookieName } from './session-cookie.ts';
import { splitName } from './split-name.ts';

describe('splitName', () => {
  test.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada   King  Lovelace ', 'Ada', 'King Lovelace'],
    ['Ada', 'Ada', null],
    ['王 小明', '王', '小明'],
    ['', null, null],
    ['   ', null, null],
  ])('%j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

describe('isAdmin', () => {
  const env = { adminEmail: 'admin@example.com' };
  test('needs the address, verified', () => {
    expect(isAdmin(env, { email: 'admin@example.com', emailVerified: true })).toBe(true);
    expect(isAdmin(env, { email: 'admin@example.com', emailVerified: false })).toBe(false);
    expect(isAdmin(env, { email: 'other@example.com', emailVerified: true })).toBe(false);
  });
  test('without ADMIN_EMAIL nobody is', () => {
    expect(isAdmin({ adminEmail: undefined }, { email: '', emailVerified: true })).toBe(false);
  });
});

describe('clientAddress', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s', (ip, expected) => {
    expect(clientAddress(ip)).toBe(expected);
  });
});

describe('localPath', () => {
  test.each(['/', '/invoices', '/invoices/7?tab=pdf#end', '/sign-in?returnTo=%2F'])(
    '%s',
    (path) => {
      expect(localPath(path)).toBe(path);
    },
  );
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/\n/evil.example',
    '/ evil',
    'https://evil.example',
    'invoices',
    '',
    undefined,
    ['/a', '/b'],
  ])('%j is not one', (path) => {
    expect(localPath(path)).toBe('/');
  });
});

describe('session cookie', () => {
  const secret = 'a secret of this test';
  const header = (secure: boolean) => {
    const [pair = ''] = renewedSessionCookie('the-sid', 60, secure, secret).split(';');
    return `theme=dark; ${pair}; other=1`;
  };
  test('is read back from among others', () => {
    for (const secure of [true, false]) {
      expect(readSessionCookie(header(secure), sessionCookieName(secure), secret)).toBe('the-sid');
    }
  });
  test('is not read with another secret, another name, or without its signature', () => {
    const name = sessionCookieName(false);
    expect(readSessionCookie(header(false), name, 'another secret')).toBeUndefined();
    expect(readSessionCookie(header(false), sessionCookieName(true), secret)).toBeUndefined();
    expect(readSessionCookie(`${name}=the-sid`, name, secret)).toBeUndefined();
    expect(readSessionCookie(undefined, name, secret)).toBeUndefined();
  });
});

describe('password hash', () => {
  test('matches its password in any Unicode composition, and no other', async () => {
    const hash = await hashPassword('pa\u00dfw\u00f6rter');
    expect(await verifyPassword({ hash, password: 'pa\u00dfwo\u0308rter' })).toBe(true);
    expect(await verifyPassword({ hash, password: 'passworter' })).toBe(false);
  });
  test('one that cannot be read matches nothing', async () => {
    expect(await verifyPassword({ hash: 'damaged', password: 'damaged' })).toBe(false);
    expect(await verifyPassword({ hash: '', password: '' })).toBe(false);
  });
});
