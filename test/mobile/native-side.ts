/**
 * The native side of the Android app for a page in a browser: Capacitor's real bridge script and the
 * plugins' real names and methods, as the app puts them into a page; behind them a device that notes
 * what it is asked for.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { androidPlugins } from './native-plugins.ts';

const BRIDGE = resolve(
  'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js',
);
const PLUGINS = [
  'app',
  'browser',
  'file-viewer',
  'filesystem',
  'share',
  'splash-screen',
  'status-bar',
];

export interface NativeCall {
  plugin: string;
  method: string;
  // Options differ by method; tests read what they assert.
  // oxlint-disable-next-line typescript/no-explicit-any
  options: any;
}

/** What the device answers; the page's side of it runs in the browser. */
interface Device {
  emit: (plugin: string, event: string, data: object) => void;
}

/** As com.getcapacitor.JSExport writes it. */
function pluginScript(): string {
  const plugins = androidPlugins(PLUGINS.map((name) => `@capacitor/${name}`));
  return Object.entries(plugins)
    .map(([plugin, methods]) => {
      const lines = methods.map(
        (name) =>
          `t['${name}'] = (_options) => w.Capacitor.nativePromise('${plugin}', '${name}', _options);`,
      );
      return `((w) => {
        const t = (w.Capacitor.Plugins['${plugin}'] = {});
        t.addListener = (event, callback) => w.Capacitor.addListener('${plugin}', event, callback);
        ${lines.join('\n')}
      })(window);`;
    })
    .join('\n');
}

/** Runs in the page, before everything else. */
function device(launchUrl: string | undefined): void {
  interface Message {
    callbackId: string;
    pluginId: string;
    methodName: string;
    options: { eventName?: string; path?: string; directory?: string };
  }
  const listeners: Message[] = [];
  const page = window as unknown as {
    androidBridge: { postMessage: (json: string) => void; onmessage?: (event: object) => void };
    fakeDevice: Device;
    noteNativeCall: (call: object) => Promise<void>;
  };
  const answer = (message: Message, result: object, save = false) =>
    page.androidBridge.onmessage?.({ data: JSON.stringify({ ...message, ...result, save }) });
  const answers: Record<string, (options: Message['options']) => object | undefined> = {
    'App.getLaunchUrl': () => (launchUrl === undefined ? undefined : { url: launchUrl }),
    'Filesystem.writeFile': ({ path, directory }) => ({
      uri: `file:///device/${directory}/${path}`,
    }),
    'Share.share': () => ({ activityType: '' }),
  };
  page.androidBridge = {
    postMessage(json) {
      const message = JSON.parse(json) as Message;
      const { pluginId: plugin, methodName: method, options } = message;
      if (method === 'addListener') {
        listeners.push(message);
        return;
      }
      void page.noteNativeCall({ plugin, method, options }).then(() => {
        answer(message, { success: true, data: answers[`${plugin}.${method}`]?.(options) ?? {} });
      });
    },
  };
  page.fakeDevice = {
    emit(plugin, event, data) {
      for (const message of listeners) {
        if (message.pluginId !== plugin || message.options.eventName !== event) continue;
        answer(message, { success: true, data }, true);
      }
    },
  };
}

/**
 * Makes the pages of a visitor believe that they stand in the app.
 * @param launchUrl the link that it was started by
 */
export async function inMobileApp(context: BrowserContext, launchUrl?: string) {
  const calls: NativeCall[] = [];
  await context.exposeFunction('noteNativeCall', (call: NativeCall) => {
    calls.push(call);
  });
  // Every page of a visitor is a main frame; in others the app's bridge does nothing.
  const content = `if (window.top === window) {
    (${device.toString()})(${JSON.stringify(launchUrl)});
    window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
    ${readFileSync(BRIDGE, 'utf8')}
    ${pluginScript()}
  }`;
  await context.addInitScript({ content });
  return {
    calls,
    /** The calls of a method so far. */
    made: (plugin: string, method: string) =>
      calls.filter((call) => call.plugin === plugin && call.method === method),
    emit: (page: Page, plugin: string, event: string, data: object) =>
      page.evaluate(
        ([name, what, sent]) =>
          (window as unknown as { fakeDevice: Device }).fakeDevice.emit(name, what, sent),
        [plugin, event, data] as const,
      ),
  };
}
