/** `npm run mobile`: makes the app of an installation, ready for Android Studio and Xcode. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { generateApp } from './mobile/generate.ts';
import { root } from './mobile/root.ts';
import { MobileSettingsError, readMobileSettings } from './mobile/settings.ts';

const folder = join(root, 'mobile/app');

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const settings = readMobileSettings(process.env, version);
  await generateApp(folder, settings);
  const place = relative(process.cwd(), folder);
  console.log(
    [
      `${settings.appName} (${settings.appId}) opens ${settings.server.origin}.`,
      `Android: open ${place}/android in Android Studio, or run ./gradlew bundleRelease there.`,
      `iPhone and iPad: open ${place}/ios/App/App.xcodeproj in Xcode.`,
      'Signing, links and the stores, step by step: mobile/README.md',
    ].join('\n'),
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof MobileSettingsError ? error.message : error);
  process.exitCode = 1;
}
