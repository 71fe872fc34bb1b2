import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { S3Server } from '../files/s3-server.ts';
import { startS3Server } from '../files/s3-server.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** Where an application keeps its files. */
export type StoreKind = 'local disk' | 'S3-compatible store';

export interface AppWithStore {
  test: TestApp;
  /** Where the application listens. */
  base: string;
  /** None with the local disk. */
  store: S3Server | undefined;
}

/** An application that keeps its files there, for the tests of this block. @param ready is given it */
export function useAppWithStore(
  db: Parameters<typeof openTestApp>[0],
  kind: StoreKind,
  ready: (opened: AppWithStore) => Promise<void>,
): void {
  let opened: AppWithStore;
  beforeAll(async () => {
    const store = kind === 'local disk' ? undefined : await startS3Server();
    const test = await openTestApp(db, store?.env);
    opened = { test, base: await test.listen(), store };
    await ready(opened);
  });
  beforeEach(() => {
    // Signed addresses are checked by the clock of whoever serves them.
    opened.test.time.now = new Date();
    if (opened.store) opened.store.now = () => new Date();
  });
  afterAll(async () => {
    await opened.test.close();
    await opened.store?.close();
  });
}
