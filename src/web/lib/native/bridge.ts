/**
 * The mobile app around the page. Capacitor's native side puts `window.Capacitor` into the pages of
 * the installation that the app opens, with its plugins; nothing of it is in our bundles, so an app
 * from the store and a newer server never disagree about its version.
 */

interface Listener {
  remove: () => Promise<void>;
}

type Plugin = Record<string, ((options?: object) => Promise<unknown>) | undefined> & {
  addListener?: (event: string, heard: (data: unknown) => void) => Listener | Promise<Listener>;
};

interface Capacitor {
  isNativePlatform?: () => boolean;
  getPlatform?: () => string;
  Plugins?: Record<string, unknown>;
}

const capacitor = () => (globalThis as { Capacitor?: Capacitor }).Capacitor;

/** Which system's app the page stands in; undefined in a browser. */
export function nativePlatform(): 'android' | 'ios' | undefined {
  const bridge = capacitor();
  if (!bridge?.isNativePlatform?.()) return undefined;
  return bridge.getPlatform?.() === 'ios' ? 'ios' : 'android';
}

function findPlugin(name: string): Plugin | undefined {
  return capacitor()?.Plugins?.[name] as Plugin | undefined;
}

/**
 * Calls a plugin of the app.
 * @throws what the plugin refuses with, or that this app is built without it
 */
export async function callPlugin(name: string, method: string, options: object = {}) {
  const call = findPlugin(name)?.[method];
  if (!call) throw new Error(`The app has no ${name}.${method}`);
  return call(options);
}

/** @returns ends it */
export function onPluginEvent(
  name: string,
  event: string,
  heard: (data: Record<string, unknown>) => void,
): () => void {
  const listener = findPlugin(name)?.addListener?.(event, (data) => {
    if (typeof data === 'object' && data !== null) heard(data as Record<string, unknown>);
  });
  return () => void Promise.resolve(listener).then((found) => found?.remove());
}
