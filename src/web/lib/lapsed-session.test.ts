// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** The modules as a page loads them, in a tab whose session storage stays. */
async function openPage(cookie: string) {
  vi.resetModules();
  document.cookie = 'remit.mark=; Max-Age=0; Path=/';
  if (cookie !== '') document.cookie = cookie;
  const { describeLapse, noteLapse } = await import('./lapsed-session.ts');
  const { beginSession, dropDraftsOfSignedOut } = await import('./session.ts');
  const { writeDraft } = await import('./form-draft.ts');
  return { describeLapse, noteLapse, beginSession, dropDraftsOfSignedOut, writeDraft };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('a first visit is given no reason', async () => {
  const page = await openPage('');
  page.noteLapse();
  expect(page.describeLapse()).toBeUndefined();
});

test('a session that ended by itself is told until somebody signs in, and what it kept', async () => {
  const seen = await openPage('remit.mark=ada; Path=/');
  seen.noteLapse();
  const signIn = await openPage('');
  signIn.dropDraftsOfSignedOut();
  expect(signIn.describeLapse()).toBe('You were signed out. Sign in to continue.');
  seen.writeDraft('customer:new', { name: 'Half typed' });
  expect(signIn.describeLapse()).toBe('You were signed out. What you typed is kept in this tab.');
  signIn.beginSession();
  expect(signIn.describeLapse()).toBeUndefined();
});

test('whoever signed out on purpose is not told so', async () => {
  const seen = await openPage('remit.mark=ada; Path=/');
  // A call that was on its way meanwhile has been refused.
  seen.noteLapse();
  localStorage.setItem('remit-signed-out', '1');
  const signIn = await openPage('');
  signIn.dropDraftsOfSignedOut();
  expect(signIn.describeLapse()).toBeUndefined();
});
