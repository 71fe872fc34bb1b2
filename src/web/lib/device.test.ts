import { describe, expect, it, vi } from 'vitest';
import { saveFile, shareLink } from './device.ts';

const link = {
  title: 'Invoice 7',
  text: 'Invoice 7: $9.00',
  url: 'https://remit.example/invoices/7',
};

function browser(share?: (link: object) => Promise<void>, canShare = true): string[] {
  const copies: string[] = [];
  vi.stubGlobal('navigator', {
    ...(share && { share, canShare: () => canShare }),
    clipboard: { writeText: async (text: string) => void copies.push(text) },
  });
  return copies;
}

/** The app, whose plugins answer or refuse. */
function app(plugins: Record<string, Record<string, (options: object) => Promise<unknown>>>): void {
  vi.stubGlobal('Capacitor', {
    isNativePlatform: () => true,
    getPlatform: () => 'android',
    Plugins: plugins,
  });
}

const refused = (message: string, name?: string) => async () => {
  throw name === undefined ? new Error(message) : new DOMException(message, name);
};

describe('shareLink', () => {
  it('opens the share sheet of the browser', async () => {
    const sheet = vi.fn(async () => undefined);
    const copies = browser(sheet);
    expect(await shareLink(link)).toBe('shared');
    expect(sheet).toHaveBeenCalledWith(link);
    expect(copies).toEqual([]);
  });

  it('does nothing more when the sheet is closed again', async () => {
    const copies = browser(refused('Share canceled', 'AbortError'));
    expect(await shareLink(link)).toBe('canceled');
    expect(copies).toEqual([]);
  });

  it.each([
    ['there is no sheet', undefined, true],
    ['the sheet takes no links', refused('never asked'), false],
    ['the sheet is not allowed', refused('no gesture', 'NotAllowedError'), true],
  ])('copies the link when %s', async (_case, sheet, canShare) => {
    const copies = browser(sheet, canShare);
    expect(await shareLink(link)).toBe('copied');
    expect(copies).toEqual([link.url]);
  });

  it('opens the share sheet of the device in the app, whatever the web view has', async () => {
    const copies = browser(refused('never asked'));
    const share = vi.fn(async () => ({}));
    app({ Share: { share } });
    expect(await shareLink(link)).toBe('shared');
    expect(share).toHaveBeenCalledWith({ ...link, dialogTitle: link.title });
    app({ Share: { share: refused('Share canceled') } });
    expect(await shareLink(link)).toBe('canceled');
    expect(copies).toEqual([]);
    // An older app, built without the plugin.
    app({});
    expect(await shareLink(link)).toBe('copied');
  });
});

describe('saveFile, in the app', () => {
  const file = { name: 'INV-7.json', content: new Blob(['x']) };
  const device = (writeFile: (options: object) => Promise<unknown>) => {
    vi.stubGlobal(
      'FileReader',
      class extends EventTarget {
        result = 'data:text/plain;base64,eA==';
        readAsDataURL() {
          this.dispatchEvent(new Event('load'));
        }
      },
    );
    const calls = vi.fn(writeFile);
    app({ Filesystem: { writeFile: calls } });
    return calls;
  };

  it('writes it among the documents', async () => {
    const calls = device(async () => ({ uri: 'file:///documents/INV-7.json' }));
    expect(await saveFile(file)).toMatchObject({ place: 'documents', name: 'INV-7.json' });
    expect(calls.mock.calls).toEqual([
      [{ path: 'INV-7.json', directory: 'DOCUMENTS', data: 'eA==', recursive: true }],
    ]);
  });

  it('takes the next name when an older installation of the app has this one', async () => {
    const kept = new Set(['INV-7.json', 'INV-7 (2).json']);
    device(async (options) => {
      const { path } = options as { path: string };
      if (kept.has(path)) throw new Error('open failed: EACCES');
      return { uri: `file:///documents/${path}` };
    });
    expect(await saveFile(file)).toMatchObject({ name: 'INV-7 (3).json' });
  });

  it.each([
    ['the person refuses', 'Unable to do file operation, user denied permission request.', 1],
    ['the device is full', 'write failed: ENOSPC', 5],
  ])('says so when %s', async (_case, message, tries) => {
    const calls = device(refused(message));
    await expect(saveFile(file)).rejects.toThrow(message);
    expect(calls).toHaveBeenCalledTimes(tries);
  });
});
