import { describe, expect, test } from 'vitest';
import { invoiceTitle } from '../documents/invoice-title.ts';
import type { DocumentFacts } from './email-draft.ts';
import { documentSentence, emailDraft, reminderDraft, renewDraft } from './email-draft.ts';

const facts: DocumentFacts = {
  of: 'invoice',
  number: 'INV-1',
  amount: '600.00',
  currency: 'USD',
  date: '2026-12-30',
};
const names = { businessName: 'Marram', customerName: 'Dana' };

test('a message says when all is due, or what is due next', () => {
  expect(documentSentence(facts)).toBe(
    'Please find attached invoice INV-1 for $600.00, due on Dec 30, 2026.',
  );
  expect(documentSentence({ ...facts, next: { amount: '300.00', date: '2026-11-30' } })).toBe(
    'Please find attached invoice INV-1 for $600.00. $300.00 of $600.00 is due on Nov 30, 2026.',
  );
});

test.each([
  [{ depositEstimate: null, whole: null }, 'Invoice'],
  [{ depositEstimate: { id: 7 }, whole: null }, 'Deposit invoice'],
  [{ depositEstimate: null, whole: { total: '1.00' } }, 'Final invoice'],
])('%o is called %s in subject and message', (invoice, title) => {
  expect(invoiceTitle(invoice)).toBe(title);
  const { subject, message } = emailDraft({ ...facts, title }, names);
  expect(subject).toBe(`${title} INV-1 from Marram`);
  expect(message).toContain(`attached ${title.toLowerCase()} INV-1 for`);
});

test('a reminder says what was due and since when', () => {
  expect(reminderDraft(facts, names).subject).toBe(
    'Reminder: Invoice INV-1 was due on Dec 30, 2026',
  );
  expect(reminderDraft(facts, names).message).toContain(
    'a reminder that $600.00 of invoice INV-1 was due on Dec 30, 2026. The invoice is attached again.',
  );
  const part = { ...facts, next: { amount: '300.00', date: '2026-11-30' } };
  expect(reminderDraft(part, names).message).toContain(
    '$300.00 of invoice INV-1 was due on Nov 30',
  );
});

describe.each([
  ['a message', emailDraft],
  ['a reminder', reminderDraft],
])('%s that waits', (_name, draft) => {
  const edited: DocumentFacts = { ...facts, number: 'INV-$&2', amount: '650.00' };

  test('follows an edit of its document', () => {
    expect(renewDraft(draft(facts, names), facts, edited, names)).toEqual(draft(edited, names));
  });

  test('keeps what the owner wrote', () => {
    const written = draft(facts, names);
    const own = { subject: 'As agreed', message: `${written.message}\n\nSee you on Monday.` };
    expect(renewDraft(own, facts, edited, names)).toEqual({
      subject: 'As agreed',
      message: `${draft(edited, names).message}\n\nSee you on Monday.`,
    });
  });
});
