/**
 * Says to phones which app the links of this installation may open: what Android and Apple fetch
 * before they hand a link to an app instead of a browser.
 * https://developer.android.com/training/app-links/verify-android-applinks
 * https://developer.apple.com/documentation/xcode/supporting-associated-domains
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MOBILE_APP_PATHS, mobileAppId } from '../../../shared/mobile/mobile-app.ts';
import type { Services } from './services.ts';

/** Phones ask when an app is installed or updated; a changed setting should not wait for days. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Without the settings of an app the two addresses do not exist. */
export function registerAppLinks(
  app: FastifyInstance,
  { env, appUrl }: Pick<Services, 'env' | 'appUrl'>,
): void {
  const { androidFingerprints, appleTeam } = env.mobile;
  const id = () => env.mobile.appId ?? mobileAppId(appUrl());
  // A file that a phone asks for, and no page: not answered with one.
  const none = (reply: FastifyReply) => reply.code(404).type('text/plain').send('Not found');

  // Only now it is known where the server listens.
  app.addHook('onListen', async () => {
    const asked = androidFingerprints.length > 0 || appleTeam !== undefined;
    if (!asked || id() !== undefined) return;
    app.log.warn(
      `no links open in the mobile app: MOBILE_APP_ID is needed, none can be made of ${appUrl()}`,
    );
  });

  app.get('/.well-known/assetlinks.json', async (_request, reply) => {
    const name = id();
    if (name === undefined || androidFingerprints.length === 0) return none(reply);
    return reply.header('cache-control', FOR_AN_HOUR).send([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: name,
          sha256_cert_fingerprints: androidFingerprints,
        },
      },
    ]);
  });

  app.get('/.well-known/apple-app-site-association', async (_request, reply) => {
    const name = id();
    if (name === undefined || appleTeam === undefined) return none(reply);
    const appIDs = [`${appleTeam}.${name}`];
    const components = MOBILE_APP_PATHS.flatMap((path) => [{ '/': path }, { '/': `${path}/*` }]);
    return reply.header('cache-control', FOR_AN_HOUR).send({
      applinks: { details: [{ appIDs, components }] },
      // Lets the app offer the passwords and passkeys that were saved for this address.
      webcredentials: { apps: appIDs },
    });
  });
}
