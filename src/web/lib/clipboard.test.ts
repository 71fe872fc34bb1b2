import { expect, it, vi } from 'vitest';
import { copiedLater } from './clipboard.ts';

it('tells why a text did not come, and leaves nothing unhandled where the clipboard is closed', async () => {
  vi.stubGlobal('ClipboardItem', class {});
  vi.stubGlobal('navigator', {
    clipboard: { write: () => Promise.reject(new Error('not allowed')) },
  });
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const text = new Promise<string>((_, reject) => {
    setTimeout(reject, 10, new Error('no link'));
  });
  await expect(copiedLater(text)).rejects.toThrow('no link');
  await new Promise((later) => setTimeout(later, 10));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
