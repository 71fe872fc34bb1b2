import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../env/read-env.ts';
import { registerAppLinks } from './app-links.ts';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const ASSET_LINKS = '/.well-known/assetlinks.json';
const SITE_ASSOCIATION = '/.well-known/apple-app-site-association';

async function ask(address: string, settings: Record<string, string>) {
  const app = Fastify();
  registerAppLinks(app, { env: readEnv(settings), appUrl: () => 'https://remit.example.com' });
  const answer = await app.inject(address);
  await app.close();
  return answer;
}

describe('links that open the mobile app', () => {
  it('are vouched for to Android by the certificates of the settings', async () => {
    const answer = await ask(ASSET_LINKS, {
      MOBILE_ANDROID_FINGERPRINTS: `${FINGERPRINT},${FINGERPRINT}`,
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.remit',
          sha256_cert_fingerprints: [FINGERPRINT, FINGERPRINT],
        },
      },
    ]);
  });

  it('are vouched for to Apple, screens alone', async () => {
    const answer = await ask(SITE_ASSOCIATION, {
      MOBILE_APPLE_TEAM: 'A1B2C3D4E5',
      MOBILE_APP_ID: 'org.other.app',
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const { applinks, webcredentials } = answer.json();
    expect(webcredentials).toEqual({ apps: ['A1B2C3D4E5.org.other.app'] });
    expect(applinks.details).toHaveLength(1);
    const [{ appIDs, components }] = applinks.details;
    expect(appIDs).toEqual(['A1B2C3D4E5.org.other.app']);
    expect(components).toContainEqual({ '/': '/invoices/*' });
    expect(components).toContainEqual({ '/': '/dashboard' });
    // A customer's link is for a browser, and a call is no screen.
    expect(JSON.stringify(components)).not.toMatch(/pay-invoice|payment-success|\/api|:"\/\*?"/);
  });

  it('say at the start that no app is known by this address', async () => {
    const said = async (settings: Record<string, string>) => {
      const lines: string[] = [];
      const app = Fastify({
        logger: { stream: { write: (line: string) => void lines.push(line) } },
      });
      registerAppLinks(app, { env: readEnv(settings), appUrl: () => 'http://localhost:3000' });
      await app.listen({ port: 0 });
      await app.close();
      return lines.join('').includes('MOBILE_APP_ID is needed');
    };
    expect(await said({ MOBILE_APPLE_TEAM: 'A1B2C3D4E5' })).toBe(true);
    expect(await said({ MOBILE_APPLE_TEAM: 'A1B2C3D4E5', MOBILE_APP_ID: 'org.a.b' })).toBe(false);
    expect(await said({})).toBe(false);
  });

  it.each([ASSET_LINKS, SITE_ASSOCIATION])(
    '%s does not exist without the settings of an app',
    async (address) => {
      expect((await ask(address, {})).statusCode).toBe(404);
    },
  );
});
