import { deviceName } from '../../../shared/accounts/device-name.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts';
import type { AfterAnswer } from './after-answer.ts';

/** What an account's owner is told of, in case it was somebody else. */
export type SecurityNotice =
  | { what: 'new browser' | 'payment keys changed' }
  | { what: 'password changed' | 'password reset'; removedPasskeys: string[] }
  | { what: 'passkey added' | 'passkey removed'; passkey: string };

export interface AccountMails {
  reset(to: string, link: string): void;
  verify(to: string, link: string): void;
  /** To somebody who signs up again with an address that has an account. */
  known(to: string, signIn: string): void;
  /** Each says what to do if it was somebody else. */
  security(to: string, notice: SecurityNotice & { client: Client; at: Date }): void;
}

/**
 * Messages about an account, sent after the answer.
 * @param origin where links lead that no request of the message's reader has asked for
 * @param provider whether passwords are kept by an OpenID provider
 */
export function accountMails(
  mailer: Mailer,
  later: AfterAnswer,
  origin: () => string,
  provider: boolean,
): AccountMails {
  const post = (message: MailMessage) =>
    later.run(`the message '${message.subject}' could not be sent`, async () => {
      await mailer.send(message);
    });
  return {
    reset: (to, link) =>
      post({
        to,
        subject: 'Reset your Remit password',
        text: [
          'Someone, hopefully you, asked to reset the password of your Remit account.',
          'Choose a new one here within an hour:',
          '',
          link,
          '',
          'The link works once. If you did not ask for it, ignore this message: your password',
          'stays as it is.',
        ].join('\n'),
      }),
    verify: (to, link) =>
      post({
        to,
        subject: 'Confirm your email address for Remit',
        text: [
          'Welcome to Remit. Confirm that this address is yours, within a day:',
          '',
          link,
          '',
          'If you did not sign up for Remit, ignore this message.',
        ].join('\n'),
      }),
    known: (to, signIn) =>
      post({
        to,
        subject: 'You already have a Remit account',
        text: [
          'Someone, hopefully you, signed up for Remit with this address. It has an account',
          'already: sign in, or reset a forgotten password, here:',
          '',
          signIn,
          '',
          'If it was not you, ignore this message: nothing has changed.',
        ].join('\n'),
      }),
    security: (to, { client, at, ...notice }) =>
      post({
        to,
        subject: `${headline(notice)} Remit account`,
        text: [
          `${sentence(notice)}:`,
          '',
          `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
          `From: ${deviceName(client.agent)}, network address ${client.address}`,
          ...consequences(notice),
          '',
          'If it was you, there is nothing to do.',
          '',
          'If it was not you:',
          ...remedy(notice, origin(), provider).map((step, index) => `${index + 1}. ${step}`),
        ].join('\n'),
      }),
  };
}

function headline(notice: SecurityNotice): string {
  switch (notice.what) {
    case 'new browser':
      return 'New sign-in to your';
    case 'password changed':
    case 'password reset':
      return 'New password for your';
    case 'payment keys changed':
      return 'New payment keys in your';
    case 'passkey added':
      return 'New passkey for your';
    case 'passkey removed':
      return 'A passkey was removed from your';
  }
}

function sentence(notice: SecurityNotice): string {
  switch (notice.what) {
    case 'new browser':
      return 'Someone signed in to your Remit account from a new browser';
    case 'password changed':
      return 'The password of your Remit account was changed';
    case 'password reset':
      return 'The password of your Remit account was reset with an emailed link';
    case 'payment keys changed':
      return 'The payment keys of your Remit account were changed';
    case 'passkey added':
      return `The passkey '${notice.passkey}' was added to your Remit account`;
    case 'passkey removed':
      return `The passkey '${notice.passkey}' was removed from your Remit account`;
  }
}

function consequences(notice: SecurityNotice): string[] {
  switch (notice.what) {
    case 'password changed':
    case 'password reset':
      return [
        '',
        notice.what === 'password reset'
          ? 'Every session of the account has been ended.'
          : 'Every other session of the account has been ended.',
        ...(notice.removedPasskeys.length > 0
          ? [`These passkeys were removed: ${notice.removedPasskeys.join(', ')}.`]
          : []),
      ];
    default:
      return [];
  }
}

/** The steps that take an account back, in their order. */
function remedy(notice: SecurityNotice, origin: string, provider: boolean): string[] {
  const steps = provider
    ? [
        "Change your password at your organization's sign-in service.",
        `End all other sessions: ${origin}/account`,
      ]
    : [
        `Choose a new password now. This ends every session: ${origin}/forgot-password`,
        `Remove passkeys that are not yours: ${origin}/account`,
      ];
  if (notice.what === 'password reset') {
    steps.unshift('Change the password of your mailbox: the link was sent there.');
  }
  if (notice.what === 'payment keys changed') {
    steps.push(
      `Restore your own keys, or your customers will pay someone else: ${origin}/business-profile`,
    );
  }
  return steps;
}
