import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateApp, syncApp } from '../../scripts/mobile/generate.ts';
import { MobileSettingsError, readMobileSettings } from '../../scripts/mobile/settings.ts';
import { androidPlugins, iosPlugins } from './native-plugins.ts';

const settings = readMobileSettings(
  {
    APP_URL: 'https://invoices.quill.example',
    MOBILE_APP_NAME: `Ada's "Quill" & Co`,
    MOBILE_VERSION: '2.3.1',
    MOBILE_BUILD: '17',
    MOBILE_APPLE_TEAM: 'A1B2C3D4E5',
    OIDC_ISSUER: 'https://login.quill.example/realm',
  },
  '0.1.0',
);

// Below the project: that is where Capacitor finds its packages.
const place = resolve(`.cache/mobile-test-${process.pid}`);
const [app, again] = [join(place, 'one'), join(place, 'two')];

/** Every file with its content's hash. */
function tree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files
      .toSorted()
      .map((file) => [
        file.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  );
}

const text = (file: string) => readFileSync(join(app, file), 'utf8');
const parser = new new JSDOM().window.DOMParser();

/** Parsed strictly: a file that is not well-formed XML fails here. */
function xml(file: string): Document {
  const document = parser.parseFromString(text(file), 'text/xml');
  expect(document.querySelector('parsererror')?.textContent ?? '', file).toBe('');
  return document;
}

/** A property list as an object. */
function plist(file: string) {
  const value = (element: Element): unknown => {
    const children = [...element.children];
    switch (element.tagName) {
      case 'dict':
        return Object.fromEntries(
          children.flatMap((child, index) =>
            child.tagName === 'key'
              ? [[child.textContent, value(children[index + 1] as Element)]]
              : [],
          ),
        );
      case 'array':
        return children.map(value);
      case 'true':
      case 'false':
        return element.tagName === 'true';
      default:
        return element.textContent;
    }
  };
  return value(xml(file).querySelector('plist > *') as Element) as Record<string, unknown>;
}

beforeAll(async () => {
  await Promise.all([generateApp(app, settings), generateApp(again, settings)]);
}, 120_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the generated projects', () => {
  it('are the same each time, and stay so when Capacitor syncs them', async () => {
    const first = tree(app);
    expect(Object.keys(first).length).toBeGreaterThan(80);
    expect(tree(again)).toEqual(first);
    await syncApp(app);
    expect(tree(app)).toEqual(first);
  });

  it.each(['android/app/src/main/assets', 'ios/App/App'])(
    'open the installation, in %s',
    (folder) => {
      const config = JSON.parse(text(`${folder}/capacitor.config.json`));
      expect(config).toMatchObject({
        appId: 'example.quill.invoices',
        appName: `Ada's "Quill" & Co`,
        server: {
          url: 'https://invoices.quill.example',
          appStartPath: '/dashboard',
          cleartext: false,
          allowNavigation: ['login.quill.example'],
        },
      });
      // Both look for these files in themselves; iOS ends when its start path is none.
      const page = text(`${folder}/public/${config.server.errorPath}`);
      expect(page).toContain('href="https://invoices.quill.example/dashboard"');
      expect(page).toContain("Ada's &quot;Quill&quot; &amp; Co cannot be reached");
      expect(page).not.toMatch(/\{\{|src=/);
      expect(text(`${folder}/public${config.server.appStartPath}/index.html`)).toBe(page);
    },
  );

  it('hold every plugin that the web application calls, with its methods', () => {
    const called = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => readFileSync(join('src/web', name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/callPlugin\(\s*'(\w+)',\s*'(\w+)'/g)]);
    expect(called.length).toBeGreaterThan(8);
    const config = JSON.parse(text('capacitor.config.json'));
    for (const offered of [
      androidPlugins(config.includePlugins),
      iosPlugins(config.includePlugins),
    ]) {
      expect(Object.keys(offered)).toHaveLength(config.includePlugins.length);
      const missing = called.filter(
        ([, plugin = '', method = '']) => !offered[plugin]?.includes(method),
      );
      expect(missing.map(([call]) => call)).toEqual([]);
    }
    const gradle = text('android/app/capacitor.build.gradle');
    const packages = text('ios/App/CapApp-SPM/Package.swift');
    for (const name of config.includePlugins as string[]) {
      expect(gradle).toContain(`project(':${name.replace('@capacitor/', 'capacitor-')}')`);
      expect(packages).toContain(`node_modules/${name}"`);
    }
  });
});

describe('the Android project', () => {
  const main = 'android/app/src/main';
  const ANDROID = 'http://schemas.android.com/apk/res/android';

  it('has id, version and name', () => {
    const gradle = text('android/app/build.gradle');
    expect(gradle).toContain('applicationId "example.quill.invoices"');
    expect(gradle).toMatch(/versionCode 17\n\s+versionName "2.3.1"/);
    const strings = xml(`${main}/res/values/strings.xml`);
    expect(strings.querySelector('[name=app_name]')?.textContent).toBe(`Ada\\'s \\"Quill\\" & Co`);
  });

  it('opens the links of the installation, screens alone, and its own scheme', () => {
    const manifest = xml(`${main}/AndroidManifest.xml`);
    const filters = [...manifest.querySelectorAll('activity > intent-filter')];
    expect(filters).toHaveLength(3);
    const [, links, scheme] = filters as [Element, Element, Element];
    const data = (filter: Element, name: string) =>
      [...filter.querySelectorAll('data')].flatMap(
        (item) => item.getAttributeNS(ANDROID, name) ?? [],
      );
    expect(links.getAttributeNS(ANDROID, 'autoVerify')).toBe('true');
    expect(data(links, 'scheme')).toEqual(['https']);
    expect(data(links, 'host')).toEqual(['invoices.quill.example']);
    expect(data(links, 'pathPrefix')).toContain('/invoices/');
    expect([...data(links, 'path'), ...data(links, 'pathPrefix')].join(' ')).not.toMatch(
      /pay|api|(^| )\/( |$)/,
    );
    expect(data(scheme, 'scheme')).toEqual(['@string/custom_url_scheme']);
    const strings = xml(`${main}/res/values/strings.xml`);
    expect(strings.querySelector('[name=custom_url_scheme]')?.textContent).toBe(
      'example.quill.invoices',
    );
    // The session stays on the device.
    expect(manifest.querySelector('application')?.getAttributeNS(ANDROID, 'allowBackup')).toBe(
      'false',
    );
  });

  it('has no resource that is missing', () => {
    const res = join(app, main, 'res');
    const files = readdirSync(res, { recursive: true, encoding: 'utf8' });
    const names = new Set(files.map((file) => file.replace(/(-[\w-]+)?\/(\w+)\.\w+$/, '/$2')));
    for (const file of files.filter((name) => /^values.*\.xml$/.test(name))) {
      for (const item of xml(`${main}/res/${file}`).querySelectorAll('resources > [name]')) {
        names.add(`${item.tagName}/${item.getAttribute('name')}`);
      }
    }
    const uses = [
      `${main}/AndroidManifest.xml`,
      ...files.filter((name) => name.endsWith('.xml')).map((name) => `${main}/res/${name}`),
    ].flatMap((file) => [
      ...text(file).matchAll(/@((?:mipmap|drawable|color|style|string|xml)\/\w[\w.]*)/g),
    ]);
    expect(uses.length).toBeGreaterThan(20);
    expect(uses.map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it('has icons in the sizes of all densities', async () => {
    for (const [density, scale] of Object.entries({ mdpi: 1, hdpi: 1.5, xxxhdpi: 4 })) {
      for (const [name, dp] of [
        ['ic_launcher', 48],
        ['ic_launcher_round', 48],
        ['ic_launcher_foreground', 108],
        ['ic_launcher_monochrome', 108],
      ] as const) {
        const picture = sharp(join(app, main, `res/mipmap-${density}/${name}.png`));
        expect(await picture.metadata()).toMatchObject({ width: dp * scale, height: dp * scale });
      }
    }
  });
});

describe('the Xcode project', () => {
  it('has id, version, team and rights', () => {
    const project = text('ios/App/App.xcodeproj/project.pbxproj');
    for (const line of [
      'PRODUCT_BUNDLE_IDENTIFIER = example.quill.invoices;',
      'MARKETING_VERSION = 2.3.1;',
      'CURRENT_PROJECT_VERSION = 17;',
      'DEVELOPMENT_TEAM = A1B2C3D4E5;',
      'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;',
    ]) {
      expect(project.split(line), line).toHaveLength(3);
    }
    expect(plist('ios/App/App/App.entitlements')).toEqual({
      'com.apple.developer.associated-domains': [
        'applinks:invoices.quill.example',
        'webcredentials:invoices.quill.example',
      ],
    });
    // In the bundle, and not only beside it.
    expect(project.match(/PrivacyInfo\.xcprivacy in Resources/g)).toHaveLength(2);
    expect(plist('ios/App/App/PrivacyInfo.xcprivacy')).toMatchObject({ NSPrivacyTracking: false });
  });

  it('says what the app is called, opens and may', () => {
    expect(plist('ios/App/App/Info.plist')).toMatchObject({
      CFBundleDisplayName: `Ada's "Quill" & Co`,
      CFBundleURLTypes: [
        {
          CFBundleURLName: 'example.quill.invoices',
          CFBundleURLSchemes: ['example.quill.invoices'],
        },
      ],
      WKAppBoundDomains: ['invoices.quill.example', 'localhost', 'login.quill.example'],
      UIFileSharingEnabled: true,
      LSSupportsOpeningDocumentsInPlace: true,
      NSCameraUsageDescription: expect.stringContaining('receipt'),
    });
    expect(plist('ios/App/App/Info.plist')).not.toHaveProperty('NSAppTransportSecurity');
  });

  it('has an icon that the store takes, and launch pictures for light and dark', async () => {
    const assets = 'ios/App/App/Assets.xcassets';
    const icon = sharp(join(app, assets, 'AppIcon.appiconset/AppIcon-512@2x.png'));
    expect(await icon.metadata()).toMatchObject({ width: 1024, height: 1024, hasAlpha: false });
    // Drawn from the logo: the ink behind it, and the blue of its foot.
    const { dominant } = await icon.stats();
    expect([dominant.r, dominant.g, dominant.b].every((part) => part < 48)).toBe(true);
    const { images } = JSON.parse(text(`${assets}/Splash.imageset/Contents.json`));
    expect(images).toHaveLength(2);
    for (const { filename } of images as { filename: string }[]) {
      const picture = sharp(join(app, assets, 'Splash.imageset', filename));
      const { width, height, hasAlpha } = await picture.metadata();
      expect([width, height, hasAlpha]).toEqual([2732, 2732, false]);
      // Paper, and the mark on it.
      const { channels, isOpaque } = await picture.stats();
      expect(isOpaque).toBe(true);
      expect(channels.map(({ max, min }) => max - min > 100)).toEqual([true, true, true]);
    }
  });
});

describe('readMobileSettings', () => {
  const refusal = (source: Record<string, string>) => {
    try {
      readMobileSettings(source, '0.1.0');
    } catch (error) {
      if (error instanceof MobileSettingsError) return error.message;
    }
    return undefined;
  };

  it.each([
    [{}, /^MOBILE_SERVER_URL \(or APP_URL\) must say which installation/],
    [{ APP_URL: 'http://remit.example.com' }, /^MOBILE_SERVER_URL must be an https address/],
    [{ APP_URL: 'https://remit.example.com/app' }, /^MOBILE_SERVER_URL must be an https address/],
    [{ APP_URL: 'http://192.168.1.20:3000' }, /^MOBILE_APP_ID is needed/],
    [{ APP_URL: 'https://a.example', MOBILE_APP_ID: 'my-app' }, /^MOBILE_APP_ID must be such as/],
    [{ APP_URL: 'https://a.example', MOBILE_BUILD: '0' }, /^MOBILE_BUILD must be/],
    [{ APP_URL: 'https://a.example', MOBILE_BUILD: '0x10' }, /^MOBILE_BUILD must be/],
    [{ APP_URL: 'https://a.example', MOBILE_APP_ID: 'com.class.int' }, /^MOBILE_APP_ID must be/],
    [{ APP_URL: 'https://a.example', MOBILE_APP_NAME: 'a\u0001b' }, /^MOBILE_APP_NAME must be one/],
    [{ APP_URL: 'https://a.example', MOBILE_APP_NAME: 'a\nb' }, /^MOBILE_APP_NAME must be one/],
    [{ MOBILE_SERVER_URL: 'http://10.evil.example' }, /^MOBILE_SERVER_URL must be an https/],
    [{ MOBILE_SERVER_URL: 'http://192.168.evil.example' }, /^MOBILE_SERVER_URL must be an https/],
    [{ APP_URL: 'https://a.example', MOBILE_VERSION: 'one' }, /^MOBILE_VERSION must be/],
    [{ APP_URL: 'https://a.example', MOBILE_APPLE_TEAM: 'x' }, /^MOBILE_APPLE_TEAM must be/],
    [
      { APP_URL: 'https://a.example', MOBILE_SIGN_IN_HOSTS: '*' },
      /^MOBILE_SIGN_IN_HOSTS must be host names/,
    ],
  ])('%j is refused in words', (source, message) => expect(refusal(source)).toMatch(message));

  it.each(['..', '.', 'com', 'a..b', '-a.example', 'a-.example'])(
    '%s is no host to sign in at',
    (host) => {
      const source = {
        APP_URL: 'https://a.example',
        MOBILE_SIGN_IN_HOSTS: `login.example, ${host}`,
      };
      expect(refusal(source)).toMatch(/^MOBILE_SIGN_IN_HOSTS must be/);
    },
  );

  it('takes a server of the own network while developing', () => {
    const made = readMobileSettings(
      { MOBILE_SERVER_URL: 'http://10.0.2.2:3000', MOBILE_APP_ID: 'org.example.dev' },
      '0.1.0',
    );
    expect(made).toMatchObject({ appId: 'org.example.dev', version: '0.1.0', build: 1 });
  });
});
