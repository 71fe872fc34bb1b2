import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import type { Twist } from '../../../../test/accounts/software-authenticator.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
  signInByPasskey,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

const HERE = 'http://localhost:3000';
const PASSKEY = '/api/auth/passkey';

describeOnDatabase('passkeys', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  const signedUp = async (email: string) => {
    const visitor = it.visitor();
    expect((await visitor.signUp(email)).statusCode).toBe(200);
    return visitor;
  };
  const register = (
    visitor: Visitor,
    device: SoftwareAuthenticator,
    name?: string,
    twist?: Twist,
  ) => addPasskey(visitor, device, HERE, name, twist);
  const signIn = async (device: SoftwareAuthenticator, twist: Twist = {}) => {
    const visitor = it.visitor();
    return { visitor, answer: await signInByPasskey(visitor, device, HERE, twist) };
  };

  test('a passkey signs its owner in without a password', async () => {
    const ada = await signedUp('ada@example.com');
    const device = new SoftwareAuthenticator();
    const added = await register(ada, device);
    expect(added.statusCode, added.body).toBe(200);

    const { visitor, answer } = await signIn(device);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await visitor.user()).json().email).toBe('ada@example.com');
    const { rows } = await db.pool.query('select * from passkeys');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      name: 'Laptop',
      credential_id: device.credentialId.toString('base64url'),
      counter: 1,
      device_type: 'singleDevice',
      backed_up: false,
      transports: 'internal',
    });
    expect((await signIn(device)).answer.statusCode).toBe(200);
  });

  test('the relying party is this installation', async () => {
    const ada = await signedUp('party@example.com');
    const options = (await ada.get(`${PASSKEY}/generate-register-options`)).json();
    expect(options.rp).toEqual({ name: 'Remit', id: 'localhost' });
    expect(options.user.name).toBe('party@example.com');
    const configured = await accountsApp(db, {
      env: {
        appUrl: 'https://remit.example:8443',
        adminEmail: undefined,
        supportEmail: undefined,
        mailUndoSeconds: 10,
        oidc: undefined,
      },
    });
    const there = await configured.visitor().get(`${PASSKEY}/generate-authenticate-options`);
    expect(there.json().rpId).toBe('remit.example');
    await configured.app.close();
  });

  const lies: [string, Twist][] = [
    ['an answer meant for another site', { origin: 'https://evil.example' }],
    ['an answer to another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['a signature by another key', { foreignKey: true }],
  ];

  test.each(lies)('%s does not sign in', async (what, twist) => {
    const owner = await signedUp(`${what.replaceAll(' ', '-')}@example.com`);
    const device = new SoftwareAuthenticator();
    await register(owner, device);
    const { visitor, answer } = await signIn(device, twist);
    expect([400, 401]).toContain(answer.statusCode);
    expect(answer.json().message).toBe('This passkey could not be used');
    expect((await visitor.user()).statusCode).toBe(401);
    expect((await signIn(device)).answer.statusCode).toBe(200);
  });

  test('a copied authenticator is noticed by its counter', async () => {
    const owner = await signedUp('copied@example.com');
    const device = new SoftwareAuthenticator();
    await register(owner, device);
    expect((await signIn(device, { counter: 7 })).answer.statusCode).toBe(200);
    const { visitor, answer } = await signIn(device, { counter: 7 });
    expect(answer.statusCode).toBe(400);
    expect((await visitor.user()).statusCode).toBe(401);
  });

  test('an answer counts once, and only in the browser that was asked', async () => {
    const owner = await signedUp('replayed@example.com');
    const device = new SoftwareAuthenticator();
    await register(owner, device);
    const visitor = it.visitor();
    const options = (await visitor.get(`${PASSKEY}/generate-authenticate-options`)).json();
    const response = device.get(options, HERE);
    const elsewhere = await it.visitor().post(`${PASSKEY}/verify-authentication`, { response });
    expect(elsewhere.statusCode).toBe(400);
    expect(elsewhere.json().message).toBe('That took too long. Try again.');
    const first = await visitor.post(`${PASSKEY}/verify-authentication`, { response });
    expect(first.statusCode).toBe(200);
    const second = await visitor.post(`${PASSKEY}/verify-authentication`, { response });
    expect(second.statusCode).toBe(400);
  });

  test('a touch is not enough: the device must know its owner', async () => {
    const message = 'Unlock your device with its PIN, finger or face to use a passkey';
    const owner = await signedUp('touched@example.com');
    const options = (await owner.get(`${PASSKEY}/generate-register-options`)).json();
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    const device = new SoftwareAuthenticator();
    const added = await register(owner, device, 'Key', { unverified: true });
    expect([added.statusCode, added.json().message]).toEqual([400, message]);
    expect((await register(owner, device)).statusCode).toBe(200);
    const { visitor, answer } = await signIn(device, { unverified: true });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect((await visitor.user()).statusCode).toBe(401);
  });

  test('an unknown passkey is refused in words', async () => {
    const { answer } = await signIn(new SoftwareAuthenticator());
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      code: 'UNAUTHORIZED',
      message: 'This passkey is not known here',
      reason: 'PASSKEY_NOT_FOUND',
    });
  });

  test('adding a passkey needs a session, and the right site', async () => {
    const out = await it.visitor().get(`${PASSKEY}/generate-register-options`);
    expect(out.statusCode).toBe(401);
    const owner = await signedUp('careful@example.com');
    const lie = await register(owner, new SoftwareAuthenticator(), 'x', {
      origin: 'https://evil.example',
    });
    expect(lie.statusCode).toBeGreaterThanOrEqual(400);
    expect(lie.body).not.toContain('evil.example');
    const { rows } = await db.pool.query(
      `select 1 from passkeys p join users u on u.id = p.user_id where u.email = $1`,
      ['careful@example.com'],
    );
    expect(rows).toEqual([]);
  });

  test('one authenticator is not added twice', async () => {
    const owner = await signedUp('double@example.com');
    const device = new SoftwareAuthenticator();
    expect((await register(owner, device)).statusCode).toBe(200);
    const options = (await owner.get(`${PASSKEY}/generate-register-options`)).json();
    expect(options.excludeCredentials).toEqual([
      {
        id: device.credentialId.toString('base64url'),
        type: 'public-key',
        transports: ['internal'],
      },
    ]);
    const again = await register(owner, device);
    expect(again.statusCode).toBeGreaterThanOrEqual(400);
    expect(again.body).not.toMatch(/duplicate|constraint|insert/i);
  });

  test('passkeys are listed, renamed and removed by their owner alone', async () => {
    const owner = await signedUp('owner@example.com');
    const eve = await signedUp('eve@example.com');
    const device = new SoftwareAuthenticator();
    await register(owner, device, 'Phone');
    const [listed] = (await owner.get(`${PASSKEY}/list-user-passkeys`)).json();
    expect(listed.name).toBe('Phone');
    expect((await eve.get(`${PASSKEY}/list-user-passkeys`)).json()).toEqual([]);

    const { id } = listed;
    const stolen = await eve.post(`${PASSKEY}/delete-passkey`, { id });
    expect(stolen.statusCode).toBeGreaterThanOrEqual(400);
    const renamed = await eve.post(`${PASSKEY}/update-passkey`, { id, name: 'Mine' });
    expect(renamed.statusCode).toBeGreaterThanOrEqual(400);
    expect((await signIn(device)).answer.statusCode).toBe(200);

    await owner.post(`${PASSKEY}/update-passkey`, { id, name: 'Old phone' });
    const [after] = (await owner.get(`${PASSKEY}/list-user-passkeys`)).json();
    expect(after.name).toBe('Old phone');
    expect((await owner.post(`${PASSKEY}/delete-passkey`, { id })).statusCode).toBe(200);
    expect((await signIn(device)).answer.statusCode).toBe(401);
  });
});
