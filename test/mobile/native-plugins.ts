/** What the app's native plugins offer, read from their own sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const packages = resolve('node_modules/@capacitor');

function sources(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/test/i.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Methods by plugin, such as Share: ['canShare', 'share']. */
export type PluginMethods = Record<string, string[]>;

function collect(
  names: readonly string[],
  folder: string,
  ending: RegExp,
  read: (source: string) => { plugin: string; methods: string[] } | undefined,
): PluginMethods {
  const found: PluginMethods = {};
  for (const name of names) {
    for (const source of sources(join(packages, name.replace('@capacitor/', ''), folder), ending)) {
      const offered = read(source);
      if (offered) found[offered.plugin] = offered.methods;
    }
  }
  return found;
}

/** As Android finds them: by their annotations. */
export function androidPlugins(names: readonly string[]): PluginMethods {
  return collect(names, 'android/src', /\.(java|kt)$/, (source) => {
    const plugin = /@CapacitorPlugin\(\s*name = "(\w+)"/.exec(source)?.[1];
    if (!plugin) return undefined;
    const methods = source.matchAll(
      /@PluginMethod(?:\([^)]*\))?\s+(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|override|final|suspend)\s+)*(?:void|fun) (\w+)\(/g,
    );
    return { plugin, methods: Array.from(methods, ([, name = '']) => name).toSorted() };
  });
}

/** As iOS finds them: by the list that each plugin gives. */
export function iosPlugins(names: readonly string[]): PluginMethods {
  return collect(names, 'ios/Sources', /\.swift$/, (source) => {
    const plugin = /jsName = "(\w+)"/.exec(source)?.[1];
    if (!plugin) return undefined;
    const methods = source.matchAll(/CAPPluginMethod\((?:name: ?"(\w+)"|#selector\((\w+)\()/g);
    return {
      plugin,
      methods: Array.from(methods, ([, name, selector]) => name ?? selector ?? '').toSorted(),
    };
  });
}
