import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { escapeHtml } from './email-layout.ts';
import type { ReportState } from './report-email.ts';
import type { Subscription } from './unsubscribe.ts';

/** The colors of the application, by day and by night. */
const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: light-dark(#fbfaf8, #0f1115); color: light-dark(#15171c, #eeedea);
  font: 400 16px/24px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
main { width: 100%; max-width: 520px; padding: 32px; overflow-wrap: anywhere;
  background: light-dark(#ffffff, #16181e); border: 1px solid light-dark(#e7e4de, #262931);
  border-radius: 12px; }
h1 { font-size: 22px; line-height: 30px; font-weight: 650; letter-spacing: -0.012em; }
p { margin-top: 12px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin-top: 20px;
  padding: 16px 0; border: solid light-dark(#e7e4de, #262931); border-width: 1px 0; }
dt, .soft { color: light-dark(#5e636e, #9ca1ac); }
form { margin-top: 24px; }
button { min-height: 48px; padding: 0 20px; border: 0; border-radius: 8px; cursor: pointer;
  background: light-dark(#15171c, #eeedea); color: light-dark(#fbfaf8, #15171c);
  font: inherit; font-weight: 600; }
button:hover { background: light-dark(#2c3039, #ffffff); }
button:focus-visible { outline: 2px solid light-dark(#3346d3, #96a3ff); outline-offset: 2px; }
@media (max-width: 480px) { main { padding: 24px 20px; } button { width: 100%; } }
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} · Remit</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

const paragraph = (words: string, kind = '') =>
  `<p${kind && ` class="${kind}"`}>${escapeHtml(words)}</p>`;
/** One press, no fields: who reports what is in the address. */
const button = (words: string, action: string) =>
  `<form method="post" action="${escapeHtml(action)}"><button type="submit">${escapeHtml(words)}</button></form>`;

/** What a message's recipient can do, one thing at a time: report it, then take nothing more. */
export function reportPage(state: ReportState, token: string): string {
  const { businessName, reader, reported, blocked } = state;
  const name = `“${businessName}”`;
  if (!reported) {
    return page(
      'Report this message',
      [
        paragraph(
          `It was sent through Remit by a business that calls itself ${name}. If you do not know the sender, or the message tries to deceive you, report it: the people who run this service look into it. Pay nothing that you did not order.`,
        ),
        facts(state),
        button('Report message', `/report/${token}`),
        paragraph('If you know the business, reply to its message instead.', 'soft'),
      ].join('\n'),
    );
  }
  const thanks = paragraph(
    'Thank you. The people who run this service have been notified. There is nothing else you need to do.',
  );
  if (blocked) {
    return page(
      'Sender blocked',
      [
        thanks,
        paragraph(`${name} can no longer email ${reader} through Remit.`),
        facts(state),
      ].join('\n'),
    );
  }
  return page(
    'Message reported',
    [
      thanks,
      facts(state),
      paragraph(
        `You can also block ${name}, so that it can no longer email ${reader} through Remit.`,
      ),
      button('Block this sender', `/report/${token}/block`),
    ].join('\n'),
  );
}

function facts({ businessName, to, reader, subject, sentAt }: ReportState): string {
  const rows = [
    ['From', businessName],
    ['To', to],
    ...(isSameAddress(reader, to) ? [] : [['Copy to', reader]]),
    ['Subject', subject],
    ...(sentAt ? [['Sent', formatDate(sentAt.toISOString().slice(0, 10))]] : []),
  ] as [string, string][];
  const lines = rows.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${lines.join('')}</dl>`;
}

/** What a message's recipient says who wants no more of what comes by itself. */
export function unsubscribePage(
  { businessName, to, isUnsubscribed }: Subscription,
  token: string,
): string {
  const name = `“${businessName}”`;
  if (isUnsubscribed) {
    return page(
      'Unsubscribed',
      paragraph(
        `${name} no longer emails reminders and statements to ${to}. Invoices, receipts and what you ask for are still sent. To get reminders again, ask the business.`,
      ),
    );
  }
  return page(
    'Unsubscribe',
    [
      paragraph(
        `${name} emails reminders and statements of account to ${to}. You can stop both. Invoices and receipts are still sent, and what is due stays due.`,
      ),
      button('Unsubscribe', `/unsubscribe/${token}`),
    ].join('\n'),
  );
}

/** @param words why, for whom followed a link that leads nowhere, or came too often */
export function reportFailedPage(words: string): string {
  return page('This cannot be done', paragraph(words));
}
