import type { Database } from '../../../src/server/db/database.ts';
import { ownerId } from './owner-id.ts';

const OWNER = ownerId(0);
const HASH = 'a'.repeat(64);
const INVOICE = `(select id from invoices where business_id = '${OWNER}' and invoice_number = 'INV-1')`;
const ESTIMATE = `(select id from estimates where business_id = '${OWNER}' and estimate_number = 'EST-1')`;
const CUSTOMER = `(select min(id) from customers where business_id = '${OWNER}')`;
const EMAIL = `(select min(id) from emails where business_id = '${OWNER}')`;

/**
 * One owner who has been there from the beginning, and has a row in each table from the version on that
 * made it: by the migration after which the statements can run. Tables that a migration fills from
 * others, and those that triggers kept, are not here.
 */
const STATEMENTS: Record<string, string> = {
  // The first two were shipped together: there is no row that the first alone has seen.
  '0002_invoice_totals': `
    insert into users (id, email, email_verified, name)
      values ('${OWNER}', 'ada@quill.example', true, 'Ada Quill');
    insert into accounts (user_id, account_id, provider_id, password)
      values ('${OWNER}', '${OWNER}', 'credential', 'hash');
    insert into passkeys (name, public_key, user_id, credential_id, counter, device_type, backed_up)
      values ('Key', 'key', '${OWNER}', 'credential', 0, 'singleDevice', false);
    insert into rate_limits (key, count, last_request) values ('127.0.0.1', 1, 1795261880180);
    insert into sessions (sid, user_id, expire) values ('sid', '${OWNER}', '2027-01-01T00:00:00Z');
    insert into verifications (identifier, value, expires_at)
      values ('ada@quill.example', 'token', '2027-01-01T00:00:00Z');
    insert into idempotency_keys (user_id, key, fingerprint, response)
      values ('${OWNER}', 'key', 'print', '{"id": 1}');
    insert into business_profiles (user_id, business_name, email, time_zone)
      values ('${OWNER}', 'Quill Studio', 'ada@quill.example', 'Europe/Vienna');
    insert into customers (user_id, name, email, country)
      values ('${OWNER}', 'Marta', 'marta@harbor.example', 'AT');
    insert into items (user_id, name, unit_price) values ('${OWNER}', 'Hour', 80.5);
    insert into expenses (user_id, customer_id, category, description, amount, expense_date)
      select user_id, id, 'travel', 'Train', 12.34, '2026-11-19' from customers where user_id = '${OWNER}';
    insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal,
        tax_rate, tax_amount, total, status, search_text)
      select user_id, id, 'INV-' || n, '2026-11-20', '2026-12-20', 100, 20, 20, 120, status,
        'inv-' || n || E'\\nmarta'
      from customers, (values (1, 'sent'), (2, 'paid'), (3, 'draft')) as given (n, status)
      where user_id = '${OWNER}';
    insert into invoice_line_items (user_id, invoice_id, position, item_id, description, quantity,
        unit_price, total)
      select i.user_id, i.id, 1, t.id, 'Work', 2, 50, 100
      from invoices i join items t on t.user_id = i.user_id where i.user_id = '${OWNER}';
    insert into public_invoices (public_id, user_id, invoice_id)
      select md5('quill' || id), user_id, id from invoices where user_id = '${OWNER}';
    insert into estimates (user_id, customer_id, estimate_number, issue_date, expiry_date, subtotal,
        total, status, search_text)
      select user_id, id, 'EST-1', '2026-11-20', '2026-12-20', 100, 100, 'sent', E'est-1\\nmarta'
      from customers where user_id = '${OWNER}';
    insert into estimate_line_items (user_id, estimate_id, position, description, quantity,
        unit_price, total)
      select user_id, id, 1, 'Work', 2, 50, 100 from estimates where user_id = '${OWNER}';
    insert into payments (user_id, invoice_id, amount, payment_date, payment_method, status)
      select user_id, id, 120, '2026-11-21', 'bank_transfer', 'completed'
      from invoices where user_id = '${OWNER}' and status = 'paid';
    insert into events (user_id, type, invoice_id)
      select user_id, 'invoice.' || status, id from invoices
      where user_id = '${OWNER}' and status <> 'draft';
    insert into notifications (user_id, type, title, message, invoice_id)
      select user_id, 'payment.received', 'Paid', 'INV-2', id from invoices
      where user_id = '${OWNER}' and status = 'paid';`,
  '0003_payments': `
    insert into checkouts (user_id, invoice_id, provider, key, account, provider_id, amount, currency,
        status)
      select user_id, id, 'paypal', gen_random_uuid(), 'merchant', 'order-1', 120, 'USD', 'expired'
      from invoices where user_id = '${OWNER}' and invoice_number = 'INV-1';
    insert into provider_events (user_id, provider, event_id, type)
      values ('${OWNER}', 'stripe', 'evt_1', 'checkout.session.completed');
    insert into retired_payment_keys (user_id, provider, account, sealed)
      values ('${OWNER}', 'stripe', 'acct_old', 'sealed');
    insert into subscriptions (user_id, provider_status, plan) values ('${OWNER}', 'active', 'yearly');
    insert into webhook_endpoints (token, user_id, provider)
      values (md5('endpoint'), '${OWNER}', 'stripe');
    insert into refunds (user_id, payment_id, key, amount, status)
      select user_id, id, gen_random_uuid(), 20, 'failed' from payments where user_id = '${OWNER}';`,
  '0004_owners_day': `
    insert into uploads (user_id, key, purpose, file_name, content_type, size, stored_at)
      values ('${OWNER}', 'receipts/a.png', 'receipt', 'train.png', 'image/png', 9, now());
    insert into emails (user_id, kind, invoice_id, to_address, subject, message, message_id, status,
        sent_at)
      select user_id, 'invoice', id, 'marta@harbor.example', 'Invoice', 'Hello', 'quill-1', 'sent',
        '2026-11-20T12:00:00Z'
      from invoices where user_id = '${OWNER}' and invoice_number = 'INV-1';`,
  '0011_account_security': `
    insert into known_browsers (user_id, browser, first_seen_at, last_sign_in_at)
      values ('${OWNER}', 'digest', '2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z');
    insert into security_events (user_id, type, address) values ('${OWNER}', 'sign_in', '127.0.0.1');`,
  '0014_mail_senders': `
    insert into mail_senders (user_id, domain, domain_token)
      values ('${OWNER}', 'quill.example', md5('domain'));`,
  '0018_money_taxes': `
    insert into reference_rates (date, currency, per_euro) values ('2026-11-20', 'USD', 1.0845);
    insert into tax_rates (business_id, name, rate, category) values ('${OWNER}', 'USt', 20, 'S');`,
  '0019_revisions': `
    insert into document_revisions (business_id, invoice_id, number, body, sha256, hash)
      values ('${OWNER}', ${INVOICE}, 1, '{}', '${HASH}', '${HASH}');
    insert into revision_pdfs (business_id, revision_id, pdf, sha256)
      select business_id, id, '\\x25504446', '${HASH}' from document_revisions
      where business_id = '${OWNER}';`,
  '0023_number_series': `
    insert into number_series (business_id, kind, pattern, reset)
      values ('${OWNER}', 'invoice', 'INV-{SEQ}', 'never');
    insert into number_series_counters (business_id, series_id, period, last_number)
      select business_id, id, '', 3 from number_series where business_id = '${OWNER}';`,
  '0024_credit_notes': `
    insert into credit_notes (business_id, customer_id, credit_note_number, number_key, issue_date,
        line_total, subtotal, total, status)
      values ('${OWNER}', ${CUSTOMER}, 'CN-1', 'cn-1', '2026-11-22', 10, 10, 10, 'issued');
    insert into credit_note_line_items (business_id, credit_note_id, position, description, quantity,
        unit_price, total, net, gross)
      select business_id, id, 1, 'Discount', 1, 10, 10, 10, 10 from credit_notes
      where business_id = '${OWNER}';`,
  '0025_applied_credit': `
    insert into credit_refunds (business_id, credit_note_id, amount, payment_date, payment_method)
      select business_id, id, 4, '2026-11-23', 'cash' from credit_notes where business_id = '${OWNER}';
    update credit_notes set refunded_amount = 4 where business_id = '${OWNER}';`,
  '0028_deposits': `
    insert into deposit_invoices (business_id, invoice_id, estimate_id, deposit, parts)
      values ('${OWNER}', ${INVOICE}, ${ESTIMATE}, '{"percent": "30"}', '[]');`,
  '0035_recurring_invoices': `
    insert into recurring_invoices (business_id, customer_id, content, currency, total, start_date,
        unit, every, delivery, catch_up, next_index, next_date, made_count)
      values ('${OWNER}', ${CUSTOMER}, '{}', 'USD', 120, '2026-11-20', 'month', 1, 'send', 'all', 1,
        '2026-12-20', 1);
    insert into recurring_runs (business_id, recurring_id, date, occurrence, outcome, invoice_id, is_told)
      select business_id, id, '2026-11-20', 0, 'made', ${INVOICE}, true from recurring_invoices
      where business_id = '${OWNER}';`,
  '0036_reminders': `
    insert into reminder_settings (business_id, enabled, send_from, send_until, business_days_only,
        steps, next_run_at)
      values ('${OWNER}', true, 9, 17, true, '[{"days": 7}]', '2026-12-27T09:00:00Z');
    insert into invoice_reminders (business_id, invoice_id, due_date, days, on_date, email_id)
      values ('${OWNER}', ${INVOICE}, '2026-12-20', 7, '2026-12-27', ${EMAIL});
    insert into late_fees (business_id, invoice_id, due_date, nth, problem)
      values ('${OWNER}', ${INVOICE}, '2026-12-20', 1, 'No profile');
    insert into reminder_pauses (business_id, invoice_id, reason, until_date)
      values ('${OWNER}', ${INVOICE}, 'promised', '2026-12-30');`,
  '0037_estimate_acceptance': `
    insert into estimate_answers (business_id, estimate_id, number, answer, reason, time_zone,
        ip_address, currency, total, revision, sha256, hash)
      values ('${OWNER}', ${ESTIMATE}, 1, 'declined', 'Too late', 'UTC', '::1', 'USD', 100, 1,
        '${HASH}', '${HASH}');`,
  '0039_automatic_payment': `
    insert into payment_mandates (business_id, customer_id, account, provider_customer,
        provider_method, brand, last4, expires_month, expires_year, agreement, agreed_at)
      values ('${OWNER}', ${CUSTOMER}, 'acct', 'cus', 'pm', 'Visa', '4242', 12, 2034, '{}', now());
    insert into automatic_charges (business_id, invoice_id, due_date, attempt, mandate_id,
        checkout_id, status)
      select m.business_id, ${INVOICE}, '2026-12-20', 1, m.id, c.id, 'failed'
      from payment_mandates m join checkouts c on c.business_id = m.business_id
      where m.business_id = '${OWNER}';`,
  '0040_trusted_email': `
    insert into email_settings (business_id, copy_to_self, templates) values ('${OWNER}', true, '{}');
    insert into email_files (business_id, email_id, place, key, file_name, content_type, size)
      values ('${OWNER}', ${EMAIL}, 1, 'attachments/a.pdf', 'plan.pdf', 'application/pdf', 9);`,
  '0041_calendar': `
    insert into calendar_feeds (business_id, digest) values ('${OWNER}', '${HASH}');
    insert into reminder_changes (business_id, invoice_id, due_date, days, moved_to)
      values ('${OWNER}', ${INVOICE}, '2026-12-20', 14, '2027-01-05');`,
  '0042_combined_payments': `
    insert into checkout_parts (business_id, checkout_id, invoice_id, amount)
      select business_id, id, invoice_id, 120 from checkouts where business_id = '${OWNER}';`,
  '0043_customer_portal': `
    insert into contact_proposals (business_id, customer_id, changes)
      values ('${OWNER}', ${CUSTOMER}, '{"city": "Linz"}');
    insert into portal_links (business_id, customer_id, email_id, address, digest, expires_at)
      values ('${OWNER}', ${CUSTOMER}, ${EMAIL}, 'marta@harbor.example', '${HASH}', now());
    insert into portal_sessions (business_id, customer_id, address, digest, last_used_at)
      values ('${OWNER}', ${CUSTOMER}, 'marta@harbor.example', '${HASH}', now());
    insert into card_changes (business_id, customer_id, mandate_id, account, key, agreement)
      select business_id, customer_id, id, 'acct', gen_random_uuid(), '{}' from payment_mandates
      where business_id = '${OWNER}';`,
  '0045_card_charges': `
    insert into automatic_charge_changes (business_id, invoice_id, due_date, moved_to)
      values ('${OWNER}', ${INVOICE}, '2026-12-20', '2026-12-24');
    insert into card_removals (business_id, account, provider_method, next_attempt_at)
      values ('${OWNER}', 'acct', 'pm_old', now());`,
};

/** As stored rows by the migration after which they can be there. */
export const EVERY_TABLE = Object.entries(STATEMENTS).map(([after, statements]) => ({
  after,
  store: async ({ pool }: Database): Promise<void> => {
    await pool.query(statements);
  },
}));
