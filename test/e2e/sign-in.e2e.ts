import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { PASSWORD, signUp } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const NEW_PASSWORD = 'a second sheet of paper';

const { visit } = browserForFile();

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  const { server } = serverForFile();

  test('a forgotten password is replaced, and every older session ends at once', async () => {
    const owner = await signUp(server, 'Lost Key');
    await owner.addCustomer({ name: 'Private Person' });
    const other = await visit({ url: server.url, screen, cookie: owner.cookie });
    // Its own poll would be told so too, and sooner, where all this takes half a minute.
    await other.page.route('**/api/notifications/unread-count', (route) =>
      route.fulfill({ json: { count: 0 } }),
    );
    await other.page.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill({ json: [] }));
    await other.page.goto('/customers');
    await other.page.getByRole('link', { name: 'Private Person' }).waitFor();

    const { page } = await visit({ url: server.url, screen });
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ask for your link' }).waitFor();
    const message = async () =>
      (await server.outbox()).find((text) => text.includes(`To: ${owner.email}`));
    await eventually(message).toContain('Reset your Remit password');
    // As a mail program shows it: in the file, a line that is too long goes on in the next.
    const { text } = await PostalMime.parse((await message()) ?? '');
    const link = /^https?:\S+/m.exec(text ?? '')?.[0] ?? '';
    expect(new URL(link).origin).toBe(server.url);

    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Use at least 8 characters').waitFor();
    const judged: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/reset-password')) judged.push(request.method());
    });
    await page.getByLabel('New password').fill('password1234');
    await page
      .getByText('This is similar to a common password. Add words that have nothing to do with it.')
      .waitFor();
    // The page knows the reason by itself.
    expect(judged).toEqual([]);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor();

    // The other browser is signed out by whatever it asks for next.
    await other.page.getByPlaceholder('Search customers...').fill('private');
    await other.page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    await other.page.getByText('You were signed out. Sign in to continue.').waitFor();
    expect(await other.page.locator('body').innerText()).not.toContain('Private Person');
    const old = await fetch(`${server.url}/api/customers`, { headers: { cookie: owner.cookie } });
    expect(old.status).toBe(401);

    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Email and password do not match.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    // The link worked once.
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('guesses and proofs, on the %s', (screen) => {
  // What is guessed here counts for everybody at this address.
  const { server } = serverForFile({ alone: true });

  test('a wrong password is said plainly, and what was typed stays', async () => {
    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Enter your email address').waitFor();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Email and password do not match.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);
    // The same words for an address that nobody has.
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Email and password do not match.').waitFor();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  test('what reaches money asks who it is, and goes on; the account page tells of it', async () => {
    const owner = await signUp(server, 'Ada Quill');
    const phone = await visit({ url: server.url, screen: 'phone' });
    await phone.page.goto('/sign-in');
    await phone.page.getByLabel('Email').fill(owner.email);
    await phone.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await phone.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    // As the server answers ten minutes after signing in; what follows is its own.
    let refused = 0;
    await page.route('**/api/business-profile', async (route) => {
      if (route.request().method() === 'GET' || refused > 0) return route.fallback();
      refused += 1;
      const body = { code: 'PROOF_REQUIRED', message: 'Confirm it is you to continue' };
      return route.fulfill({ status: 403, json: body });
    });
    await page.goto('/business-profile');
    // All sections are there: nothing moves beneath the dialog any more.
    await page.getByRole('button', { name: 'Use a series for credit notes' }).waitFor();
    await page.getByRole('button', { name: 'Use test keys' }).first().click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
    await dialog.getByLabel('Password', { exact: true }).waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.getByText('The password is incorrect').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await seeToast(page, 'Success', 'Business profile created successfully');
    expect(refused).toBe(1);

    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    const log = page.getByRole('list', { name: 'Security log' });
    await log.getByText('Payment keys changed').waitFor();
    await log.getByText('Confirmation refused with the password').waitFor();
    await log.getByText('New browser').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Nagy Anna');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('button', { name: 'Account of Nagy Anna' }).waitFor();

    const sessions = page.getByRole('list', { name: 'Sessions' });
    await sessions.getByText('This browser').waitFor();
    await sessions.getByRole('button', { name: /^End the session of/ }).click();
    await seeToast(page, 'Session ended');
    await log.getByText(/^Session ended/).waitFor();
    await phone.page.goto('/account');
    await phone.page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  });

  test('guessing is slowed down, and the page says for how long', async () => {
    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(owner.email);
    const refused = page.getByRole('alert').filter({ hasText: /Too many attempts\. Try again in/ });
    for (let attempt = 1; attempt <= 12 && !(await refused.isVisible()); attempt += 1) {
      await page.getByLabel('Password', { exact: true }).fill(`guess ${attempt}`);
      const answered = page.waitForResponse('**/api/auth/sign-in/email');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      if ((await answered).status() === 429) await refused.waitFor();
      else await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    }
    await refused.waitFor();
  });
});
