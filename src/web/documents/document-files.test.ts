import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '../lib/connection.ts';
import { notify } from '../ui/notify.tsx';
import { openAndPrintPdf, openPdf } from './document-files.ts';

const open = vi.fn<() => { opener: unknown } | null>();

beforeEach(() => {
  open.mockReset().mockReturnValue({ opener: 'this page' });
  vi.stubGlobal('window', { open });
  vi.stubGlobal('navigator', { onLine: false });
  vi.useFakeTimers();
});

afterEach(() => {
  reportReachable();
  vi.useRealTimers();
});

it.each([
  ['openPdf', openPdf],
  ['openAndPrintPdf', openAndPrintPdf],
])('%s opens nothing without a connection, and says why', (_name, openIt) => {
  const said = vi.spyOn(notify, 'error').mockImplementation(() => {});
  expect(openIt('/api/invoices/7/pdf')).toBe(true);
  expect(open).toHaveBeenCalledExactlyOnceWith('/api/invoices/7/pdf', '_blank');
  open.mockReturnValue(null);
  expect(openIt('/api/invoices/7/pdf')).toBe(false);
  expect(said).not.toHaveBeenCalled();

  reportUnreachable();
  open.mockClear();
  // Not false: that would be told as the browser's refusal.
  expect(openIt('/api/invoices/7/pdf')).toBe(true);
  expect(open).not.toHaveBeenCalled();
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'The document could not be opened',
    'You are offline. Nothing can be opened or saved until you are back.',
  );
});
