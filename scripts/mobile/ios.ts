/** What the Xcode project has beyond Capacitor's template. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, xml } from './edit-file.ts';
import { appleIcon, applePicture } from './pictures.ts';
import type { MobileSettings } from './settings.ts';

/** What the screens are compiled for: Safari of Vite's 'baseline-widely-available'. */
const OLDEST_IOS = '16.4';

/** @param project the folder 'ios' */
export async function finishIos(project: string, settings: MobileSettings): Promise<void> {
  const app = join(project, 'App/App');
  writeInfo(join(app, 'Info.plist'), settings);
  writePlist(
    join(app, 'App.entitlements'),
    `<dict>
	<key>com.apple.developer.associated-domains</key>
	<array>
		<string>applinks:${xml(settings.server.host)}</string>
		<string>webcredentials:${xml(settings.server.host)}</string>
	</array>
</dict>`,
  );
  writePlist(join(app, 'PrivacyInfo.xcprivacy'), PRIVACY);
  editProject(join(project, 'App/App.xcodeproj/project.pbxproj'), settings);
  await drawPictures(join(app, 'Assets.xcassets'));
}

/** Why the file plugin asks when a file was written; without it the store refuses an upload. */
const PRIVACY = `<dict>
	<key>NSPrivacyTracking</key>
	<false/>
	<key>NSPrivacyAccessedAPITypes</key>
	<array>
		<dict>
			<key>NSPrivacyAccessedAPIType</key>
			<string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
			<key>NSPrivacyAccessedAPITypeReasons</key>
			<array>
				<string>C617.1</string>
			</array>
		</dict>
	</array>
</dict>`;

function writeInfo(file: string, { appId, server, signInHosts }: MobileSettings): void {
  // 'localhost' is the app's own page, shown when the server cannot be reached.
  const domains = [server.hostname, 'localhost', ...signInHosts];
  const entries = `	<key>CFBundleURLTypes</key>
	<array>
		<dict>
			<key>CFBundleURLName</key>
			<string>${appId}</string>
			<key>CFBundleURLSchemes</key>
			<array>
				<string>${appId}</string>
			</array>
		</dict>
	</array>
	<key>WKAppBoundDomains</key>
	<array>
		${[...new Set(domains)].map((domain) => `<string>${xml(domain)}</string>`).join('\n\t\t')}
	</array>
	<key>UIFileSharingEnabled</key>
	<true/>
	<key>LSSupportsOpeningDocumentsInPlace</key>
	<true/>
	<key>NSCameraUsageDescription</key>
	<string>Takes a picture of a receipt or of your logo when you choose to add one.</string>
	<key>NSPhotoLibraryUsageDescription</key>
	<string>Adds a picture of a receipt or of your logo that you choose.</string>
	<key>NSPhotoLibraryAddUsageDescription</key>
	<string>Saves a picture to your photos when you choose to.</string>
	<key>ITSAppUsesNonExemptEncryption</key>
	<false/>
${server.protocol === 'http:' ? LOCAL_NETWORK : ''}</dict>
</plist>`;
  editFile(file, [[/<\/dict>\s*<\/plist>/, entries]]);
}

/** A server of one's own network while developing; a real app has https and no exception. */
const LOCAL_NETWORK = `	<key>NSAppTransportSecurity</key>
	<dict>
		<key>NSAllowsLocalNetworking</key>
		<true/>
	</dict>
`;

const PRIVACY_FILE = '52E0A1012C00000000000001';
const PRIVACY_RESOURCE = '52E0A1022C00000000000002';

function editProject(file: string, { version, build, appleTeam }: MobileSettings): void {
  editFile(
    file,
    [
      [
        'CODE_SIGN_STYLE = Automatic;',
        [
          'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;',
          'CODE_SIGN_STYLE = Automatic;',
          ...(appleTeam === undefined ? [] : [`DEVELOPMENT_TEAM = ${appleTeam};`]),
        ].join('\n\t\t\t\t'),
      ],
      ['MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${version};`],
      ['CURRENT_PROJECT_VERSION = 1;', `CURRENT_PROJECT_VERSION = ${build};`],
    ],
    2,
  );
  editFile(
    file,
    [['IPHONEOS_DEPLOYMENT_TARGET = 14.0;', `IPHONEOS_DEPLOYMENT_TARGET = ${OLDEST_IOS};`]],
    4,
  );
  // The privacy file goes the way of config.xml: a file, in the group, in the resources.
  const name = 'PrivacyInfo.xcprivacy';
  const resource = `${PRIVACY_RESOURCE} /* ${name} in Resources */`;
  editFile(file, [
    [
      '/* End PBXBuildFile section */',
      `\t\t${resource} = {isa = PBXBuildFile; fileRef = ${PRIVACY_FILE} /* ${name} */; };\n/* End PBXBuildFile section */`,
    ],
    [
      '/* End PBXFileReference section */',
      `\t\t${PRIVACY_FILE} /* ${name} */ = {isa = PBXFileReference; lastKnownFileType = text.xml; path = ${name}; sourceTree = "<group>"; };\n/* End PBXFileReference section */`,
    ],
    [
      /(?<=\n)\t+2FAD9762203C412B000D30F8 \/\* config\.xml \*\/,\n/,
      `\t\t\t\t2FAD9762203C412B000D30F8 /* config.xml */,\n\t\t\t\t${PRIVACY_FILE} /* ${name} */,\n`,
    ],
    [
      /(?<=\n)\t+2FAD9763203C412B000D30F8 \/\* config\.xml in Resources \*\/,\n/,
      `\t\t\t\t2FAD9763203C412B000D30F8 /* config.xml in Resources */,\n\t\t\t\t${resource},\n`,
    ],
  ]);
}

const SPLASH_PX = 2_732;

async function drawPictures(assets: string): Promise<void> {
  const splash = join(assets, 'Splash.imageset');
  rmSync(splash, { recursive: true });
  mkdirSync(splash);
  const [icon, light, dark] = await Promise.all([
    appleIcon(1_024),
    applePicture('light', SPLASH_PX),
    applePicture('dark', SPLASH_PX),
  ]);
  writeFileSync(join(assets, 'AppIcon.appiconset/AppIcon-512@2x.png'), icon);
  writeFileSync(join(splash, 'splash.png'), light);
  writeFileSync(join(splash, 'splash-dark.png'), dark);
  const images = [
    { idiom: 'universal', filename: 'splash.png' },
    {
      idiom: 'universal',
      filename: 'splash-dark.png',
      appearances: [{ appearance: 'luminosity', value: 'dark' }],
    },
  ];
  const contents = { images, info: { version: 1, author: 'xcode' } };
  writeFileSync(join(splash, 'Contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
}

function writePlist(file: string, root: string): void {
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${root}
</plist>
`,
  );
}
