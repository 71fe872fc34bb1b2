import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, addMonths, businessDay } from '../../../shared/dates/calendar-date.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import type { Names } from '../../../shared/emails/email-draft.ts';
import type {
  TemplatePreview,
  TemplatePreviewInput,
} from '../../../shared/emails/email-settings.contract.ts';
import type { TemplateKind } from '../../../shared/emails/templates.ts';
import {
  describeRetry,
  draftDocument,
  draftMessage,
  draftStatement,
} from '../../../shared/emails/templates.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireProfile } from '../documents/index.ts';
import { customerEmail } from './customer-email.ts';
import { emailHtml } from './email-layout.ts';

/** What stands in the words of a business that has no document of the kind. */
const MADE_UP = {
  number: '1001',
  amount: '1250.00',
  customer: 'Marta Harbor',
  card: 'Visa •••• 4242',
  reason: 'Your card has insufficient funds.',
  message: 'As agreed, here is your money back.',
} as const;

interface Example extends Record<string, unknown> {
  number: string;
  customer: string;
  currency: string;
  amount: string;
  date: CalendarDate;
}

/** Which document stands in for a kind of message, and what its PDF is called. */
const SHOWN_BY = {
  invoice: { of: 'invoice', attached: 'invoice' },
  estimate: { of: 'estimate', attached: 'estimate' },
  credit_note: { of: 'credit_note', attached: 'credit note' },
  receipt: { of: 'invoice', attached: 'receipt' },
  statement: { of: 'invoice', attached: 'statement' },
  acceptance: { of: 'estimate', attached: 'accepted estimate' },
  declined: { of: 'invoice', attached: 'invoice' },
  refund: { of: 'invoice', attached: 'invoice' },
} as const satisfies Record<TemplateKind, { of: KindName; attached: string }>;

/** What a template says of the business's newest document of its kind. Nothing is sent. */
export async function previewTemplate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { kind, ...template }: TemplatePreviewInput,
): Promise<TemplatePreview> {
  const profile = await requireProfile(db.orm, businessId);
  const { businessName, currency } = profile;
  const today = businessDay(clock.now(), profile);
  const { of, attached } = SHOWN_BY[kind];
  const found = await findExample(db.orm, businessId, of);
  const example = found ?? { ...MADE_UP, currency, date: addDays(today, 14) };
  const names = { businessName, customerName: example.customer };
  const amount = formatMoney(money(example.amount, example.currency));
  const words = write(kind, template, { ...example, shown: amount, today }, names);
  const content = customerEmail(profile, words, {
    attached,
    preheader: words.subject,
    headline: { label: 'Amount', value: amount },
    facts: [],
  });
  return { ...words, html: emailHtml(content), number: found?.number ?? null };
}

function write(
  kind: TemplateKind,
  template: MailWords,
  example: Example & { shown: string; today: CalendarDate },
  names: Names,
): MailWords {
  const { number, shown, amount, currency, date, today } = example;
  const { customerName: customer, businessName: business } = names;
  const named = { customer, business, amount: shown };
  const invoices = `invoice ${number}`;
  switch (kind) {
    case 'receipt':
      return draftMessage(kind, template, { ...named, invoices });
    case 'refund':
      return draftMessage(kind, template, { ...named, invoices, message: MADE_UP.message });
    case 'acceptance':
      return draftMessage(kind, template, { ...named, number });
    case 'declined': {
      const { card, reason } = MADE_UP;
      const nextStep = describeRetry({ dueDate: today, today, retryOn: addDays(today, 3) });
      return draftMessage(kind, template, { ...named, number, card, reason, nextStep });
    }
    case 'statement': {
      const period = { from: addMonths(today, -1), to: today };
      return draftStatement(template, { ...period, balance: shown }, names);
    }
    default:
      return draftDocument(template, { of: kind, number, amount, currency, date }, names);
  }
}

/** The newest document of a kind. */
async function findExample(
  db: Queryable,
  businessId: string,
  of: KindName,
): Promise<Example | undefined> {
  const { table, number, date, amount } = {
    invoice: {
      table: 'invoices',
      number: 'invoice_number',
      date: 'due_date',
      amount: 'amount_due',
    },
    estimate: {
      table: 'estimates',
      number: 'estimate_number',
      date: 'expiry_date',
      amount: 'total',
    },
    credit_note: {
      table: 'credit_notes',
      number: 'credit_note_number',
      date: 'issue_date',
      amount: 'total',
    },
  }[of];
  const { rows } = await db.execute<Example>(sql`
    select d.${sql.identifier(number)} as number, c.name as customer, d.currency,
      d.${sql.identifier(amount)}::text as amount, d.${sql.identifier(date)}::text as date
    from ${sql.identifier(table)} d
    join customers c on c.business_id = ${businessId} and c.id = d.customer_id
    where d.business_id = ${businessId} and d.deleted_at is null and d.number_key is not null
    order by d.id desc limit 1`);
  return rows[0];
}
