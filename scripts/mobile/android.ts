/** What the Android project has beyond Capacitor's template. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOBILE_APP_PATHS } from '../../src/shared/mobile/mobile-app.ts';
import { editFile, xml } from './edit-file.ts';
import { INK, markPicture, PAPER, picture } from './pictures.ts';
import type { MobileSettings } from './settings.ts';

/** Pixels of a density-independent one, by the name of its folder. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const;
const ICON_DP = 48;
/** An adaptive icon's layers: 108 dp, of which the middle 72 are surely seen. */
const LAYER_DP = 108;
/** The icon of the system's splash screen: 288 dp, of which a circle of 192 is seen. */
const SPLASH_DP = 288;

/** @param project the folder 'android' */
export async function finishAndroid(project: string, settings: MobileSettings): Promise<void> {
  const main = join(project, 'app/src/main');
  writeManifest(join(main, 'AndroidManifest.xml'), settings);
  editFile(join(project, 'app/build.gradle'), [
    ['versionCode 1\n', `versionCode ${settings.build}\n`],
    ['versionName "1.0"', `versionName "${settings.version}"`],
  ]);
  writeResources(join(main, 'res'), settings);
  await drawPictures(join(main, 'res'));
}

function writeManifest(file: string, { server }: MobileSettings): void {
  const port = server.port ? ` android:port="${server.port}"` : '';
  const paths = MOBILE_APP_PATHS.flatMap((path) => [
    `<data android:path="${path}" />`,
    `<data android:pathPrefix="${path}/" />`,
  ]);
  const filters = `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="${server.protocol.slice(0, -1)}" />
                <data android:host="${xml(server.hostname)}"${port} />
                ${paths.join('\n                ')}
            </intent-filter>

            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="@string/custom_url_scheme" />
            </intent-filter>

        </activity>`;
  // Up to Android 10 the common Documents folder needs a permission; from 11 on it needs none.
  const permissions = `
    <uses-permission android:name="android.permission.INTERNET" />
    <uses-permission android:name="android.permission.READ_EXTERNAL_STORAGE" android:maxSdkVersion="29" />
    <uses-permission android:name="android.permission.WRITE_EXTERNAL_STORAGE" android:maxSdkVersion="29" />

    <!-- Whether another app can show a file may be asked only when it is said here. -->
    <queries>
        <intent>
            <action android:name="android.intent.action.VIEW" />
            <data android:mimeType="*/*" />
        </intent>
    </queries>`;
  editFile(file, [
    [/\s+<\/activity>/, `\n${filters}`],
    // A backup would carry the session to another device.
    ['android:allowBackup="true"', 'android:allowBackup="false"'],
    ['<application\n', '<application\n        android:requestLegacyExternalStorage="true"\n'],
    [/\s+<uses-permission android:name="android.permission.INTERNET" \/>/, permissions],
  ]);
}

function writeResources(res: string, { appId, appName }: MobileSettings): void {
  const name = androidText(appName);
  writeXml(
    join(res, 'values/strings.xml'),
    `<resources>
    <string name="app_name">${name}</string>
    <string name="title_activity_main">${name}</string>
    <string name="package_name">${appId}</string>
    <string name="custom_url_scheme">${appId}</string>
</resources>`,
  );
  for (const [folder, paper] of [
    ['values', PAPER.light],
    ['values-night', PAPER.dark],
  ] as const) {
    writeXml(
      join(res, folder, 'colors.xml'),
      `<resources>
    <color name="paper">${paper}</color>
    <color name="colorPrimary">${paper}</color>
    <color name="colorPrimaryDark">${paper}</color>
    <color name="colorAccent">#3346D3</color>
</resources>`,
    );
  }
  writeXml(
    join(res, 'values/ic_launcher_background.xml'),
    `<resources>
    <color name="ic_launcher_background">${INK}</color>
</resources>`,
  );
  writeXml(join(res, 'values/styles.xml'), styles());
  // While the app targets Android 15 it may keep out from under the system's bars, where a keyboard
  // moves the page as it always did. Later targets ignore this, and Capacitor sets margins then.
  writeXml(
    join(res, 'values-v35/styles.xml'),
    styles('\n        <item name="android:windowOptOutEdgeToEdgeEnforcement">true</item>'),
  );
  const icon = `<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ic_launcher_background" />
    <foreground android:drawable="@mipmap/ic_launcher_foreground" />
    <monochrome android:drawable="@mipmap/ic_launcher_monochrome" />
</adaptive-icon>`;
  writeXml(join(res, 'mipmap-anydpi-v26/ic_launcher.xml'), icon);
  writeXml(join(res, 'mipmap-anydpi-v26/ic_launcher_round.xml'), icon);
}

function styles(bars = ''): string {
  return `<resources>
    <style name="AppTheme" parent="Theme.AppCompat.DayNight.DarkActionBar">
        <item name="colorPrimary">@color/colorPrimary</item>
        <item name="colorPrimaryDark">@color/colorPrimaryDark</item>
        <item name="colorAccent">@color/colorAccent</item>
    </style>

    <style name="AppTheme.NoActionBar" parent="Theme.AppCompat.DayNight.NoActionBar">
        <item name="windowActionBar">false</item>
        <item name="windowNoTitle">true</item>
        <item name="android:windowBackground">@color/paper</item>
        <item name="android:navigationBarColor">@color/paper</item>${bars}
    </style>

    <style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">
        <item name="windowSplashScreenBackground">@color/paper</item>
        <item name="windowSplashScreenAnimatedIcon">@drawable/splash_icon</item>
        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>
    </style>
</resources>`;
}

async function drawPictures(res: string): Promise<void> {
  // The template's launch pictures give way to one that is drawn from color and mark.
  for (const folder of readdirSync(res)) {
    if (/^drawable(-(port|land))?/.test(folder)) rmSync(join(res, folder), { recursive: true });
  }
  writeXml(
    join(res, 'drawable/splash.xml'),
    `<layer-list xmlns:android="http://schemas.android.com/apk/res/android">
    <item android:drawable="@color/paper" />
    <item>
        <bitmap android:gravity="center" android:src="@drawable/splash_icon" />
    </item>
</layer-list>`,
  );
  const draw = async (file: string, content: Promise<Buffer>) => {
    mkdirSync(join(res, file, '..'), { recursive: true });
    writeFileSync(join(res, file), await content);
  };
  const splash = SPLASH_DP * DENSITIES.xxhdpi;
  await Promise.all([
    draw('drawable-xxhdpi/splash_icon.png', markPicture('light', splash)),
    draw('drawable-night-xxhdpi/splash_icon.png', markPicture('dark', splash)),
    ...Object.entries(DENSITIES).flatMap(([density, scale]) => {
      const folder = `mipmap-${density}`;
      return [
        draw(`${folder}/ic_launcher.png`, picture('app-icon', ICON_DP * scale)),
        draw(`${folder}/ic_launcher_round.png`, picture('round-icon', ICON_DP * scale)),
        draw(`${folder}/ic_launcher_foreground.png`, picture('foreground', LAYER_DP * scale)),
        draw(
          `${folder}/ic_launcher_monochrome.png`,
          picture('app-icon-monochrome', LAYER_DP * scale),
        ),
      ];
    }),
  ]);
}

/** A string resource: quotes and a leading @ or ? mean something there. */
function androidText(text: string): string {
  return xml(text.replace(/[\\'"]/g, '\\$&').replace(/^[@?]/, '\\$&')).replaceAll(
    '\\&quot;',
    '\\"',
  );
}

function writeXml(file: string, root: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`);
}
