/**
 * What modules of the web remember (connection, session, account, toasts) ends with the file: the next
 * one loads them anew.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.resetModules();
});
