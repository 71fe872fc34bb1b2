/** Makes the Android and the Xcode project of an installation's app, the same each time. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MOBILE_START_PATH } from '../../src/shared/mobile/mobile-app.ts';
import { finishAndroid } from './android.ts';
import { xml } from './edit-file.ts';
import { finishIos } from './ios.ts';
import { root } from './root.ts';
import { capacitorConfig, ERROR_PAGE, type MobileSettings } from './settings.ts';

const run = promisify(execFile);
const cli = createRequire(import.meta.url).resolve('@capacitor/cli/package.json');

/**
 * Capacitor's own command.
 * @throws with what it printed
 */
async function cap(folder: string, args: string[], env: Record<string, string> = {}) {
  try {
    await run(process.execPath, [join(cli, '../bin/capacitor'), ...args], {
      cwd: folder,
      env: { ...process.env, ...env, CI: '1' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`cap ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Fills a folder with both projects. What was in it is gone afterwards: all that an app consists of
 * comes from its settings, from mobile/resources and from Capacitor's templates.
 * @param folder below the project's own, where Capacitor finds its packages
 */
export async function generateApp(folder: string, settings: MobileSettings): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const json = (name: string, value: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  json('package.json', { name: 'remit-mobile', version: settings.version, private: true });
  json('capacitor.config.json', capacitorConfig(settings));

  // Before there is a folder of web files, adding a platform does not go on to fill it: for Apple's
  // that would begin with CocoaPods, while the project is one of Swift packages.
  await cap(folder, ['add', 'android']);
  await cap(folder, ['add', 'ios', '--packagemanager', 'SPM'], {
    // On a Mac it looks for CocoaPods all the same; any program that exists will do.
    CAPACITOR_COCOAPODS_PATH: process.execPath,
  });
  writeOwnPages(join(folder, 'www'), settings);
  await Promise.all([
    finishAndroid(join(folder, 'android'), settings),
    finishIos(join(folder, 'ios'), settings),
  ]);
  await syncApp(folder);
}

/** `npx cap sync`: configuration, own pages and plugins into both projects. */
export async function syncApp(folder: string): Promise<void> {
  await cap(folder, ['sync']);
}

/** The only pages that lie in the app: shown when the installation cannot be reached. */
function writeOwnPages(www: string, { appName, server }: MobileSettings): void {
  const page = readFileSync(join(root, 'mobile/resources/unreachable.html'), 'utf8')
    .replaceAll('{{app}}', xml(appName))
    .replaceAll('{{host}}', xml(server.host))
    .replaceAll('{{start}}', xml(`${server.origin}${MOBILE_START_PATH}`));
  const files = [
    ERROR_PAGE,
    'index.html',
    // On iOS the app ends at once when its start path is not a file of its own, server or not.
    `${MOBILE_START_PATH.slice(1)}/index.html`,
  ];
  for (const file of files) {
    mkdirSync(join(www, file, '..'), { recursive: true });
    writeFileSync(join(www, file), page);
  }
}
