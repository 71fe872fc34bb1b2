import type { Refusal, Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_EMAIL = 'Enter a valid email address';
const NO_TIME = 'Send at must be a date and time, such as 2026-01-31T09:00';
const LATE_TIME = 'Send at must be in the years 2000 to 2099';
const NO_VARIABLE =
  'to fill in. Use {customer}, {business}, {number}, {amountDue}, {dueDate}, {daysOverdue}';
const NO_STEP_DAYS = 'Days must be a whole number from -60 to 365';

const STEP = { days: 3, tone: 'friendly', subject: 'Invoice {number}', message: 'Please pay' };
const SETTINGS = {
  enabled: true,
  sendFrom: 9,
  sendUntil: 17,
  businessDaysOnly: true,
  lateFee: null,
  steps: [STEP],
};
const step = (given: object, at: string, message: string): Refusal => [
  { steps: [STEP, { ...STEP, days: 7, ...given }] },
  `steps.1.${at}`,
  message,
];
const LATE_FIRST = ['sendUntil', 'The last hour must be after the first'] as const;
const FIXED = { kind: 'fixed', amount: '5', afterDays: 1, delivery: 'send' };
const PERCENT = { kind: 'percent', percent: '1', months: 1, delivery: 'draft' };
const lateFee = (given: object, at: string, message: string): Refusal => [
  { lateFee: given },
  `lateFee.${at}`,
  message,
];

/** Subject and message of a template, of any kind. */
const template = (given: object, at: string, message: string): Refusal => [
  { templates: { invoice: { subject: 'Invoice', message: 'Hello', ...given } } },
  `templates.invoice.${at}`,
  message,
];

const copies = (field: 'cc' | 'bcc', label: string): Refusal[] => [
  [{ [field]: 'a@x.example' }, field, `${label} must be a list of addresses`],
  [
    { [field]: Array.from({ length: 6 }, (_, n) => `a${n}@x.example`) },
    field,
    `${label} can have at most 5 addresses`,
  ],
  [{ [field]: ['a@x.example', 'no'] }, `${field}.1`, NO_EMAIL],
  [{ [field]: [' '] }, `${field}.0`, 'Email is required'],
];

const SENDING = [
  'emails.send',
  'estimates.sendEmail',
  'creditNotes.sendEmail',
  'customerAccounts.sendStatement',
];

export const MESSAGE_REFUSALS: Refusals[] = [
  {
    calls: SENDING,
    accepted: { id: 1 },
    refused: [
      ...eachOf('customerEmail', ['no', 'x@', 'a@b@c.example'], NO_EMAIL),
      [
        { customerEmail: `${longText(250)}@x.example` },
        'customerEmail',
        'Email must be at most 254 characters',
      ],
      [{ customerName: longText(201) }, 'customerName', 'Name must be at most 200 characters'],
      [{ subject: longText(201) }, 'subject', 'Subject must be at most 200 characters'],
      [{ message: longText(10_001) }, 'message', 'Message must be at most 10,000 characters'],
      ...copies('cc', 'Cc'),
      ...copies('bcc', 'Bcc'),
      [{ files: 'key' }, 'files', 'Files must be a list of keys'],
      [{ files: [5] }, 'files.0', 'Files must be a list of keys'],
      [
        { files: Array.from({ length: 6 }, (_, n) => `key-${n}`) },
        'files',
        'At most 5 files can be attached',
      ],
      ...eachOf(
        'sendAt',
        ['tomorrow', '2026-12-01', '2026-02-30T09:00', '2026-12-01T25:00', 5],
        NO_TIME,
      ),
      ...eachOf(
        'sendAt',
        [
          '0000-01-01T00:00',
          '0001-01-01T09:00',
          '1999-12-31T09:00',
          '2100-01-01T09:00',
          '9999-12-31T23:59',
        ],
        LATE_TIME,
      ),
    ],
    taken: [
      { cc: Array.from({ length: 5 }, (_, n) => `a${n}@x.example`), bcc: [] },
      { files: Array.from({ length: 5 }, (_, n) => `key-${n}`), sendAt: '' },
      { sendAt: '2000-01-01T00:00', customerEmail: null },
    ],
  },
  {
    calls: SENDING.filter((call) => !call.startsWith('customerAccounts.')),
    accepted: { id: 1 },
    refused: [[{ hold: 'yes' }, 'hold', 'Hold must be true or false']],
  },
  {
    calls: ['emails.retry', ...SENDING.filter((call) => !call.startsWith('customerAccounts.'))],
    accepted: { id: 1 },
    refused: [[{ dateOnSending: 'yes' }, 'dateOnSending', 'Date on sending must be true or false']],
    taken: [{ dateOnSending: true }],
  },
  {
    calls: ['emails.reschedule'],
    accepted: { id: 1, sendAt: '2026-12-01T09:00' },
    refused: [
      ...eachOf('sendAt', [undefined, null, '', 'soon', '2026-02-30T09:00', longText(41)], NO_TIME),
      ...eachOf(
        'sendAt',
        ['0000-01-01T00:00', '0001-01-01T09:00', '1999-12-31T09:00', '9999-12-31T23:59'],
        LATE_TIME,
      ),
    ],
  },
  {
    calls: ['emails.startFile'],
    accepted: { fileName: 'terms.pdf', size: 5 },
    refused: [
      ...eachOf('fileName', [undefined, ' '], 'File name is required'),
      [{ fileName: longText(256) }, 'fileName', 'File name must be at most 255 characters'],
      ...eachOf('size', [0, -1, 1.5, 'big', undefined], 'Size must be a number of bytes'),
    ],
  },
  {
    calls: ['emails.finishFile'],
    accepted: { key: 'attachments/1' },
    refused: [...eachOf('key', [undefined, longText(201)], 'key is required')],
  },
  {
    calls: ['emails.address', 'emails.allow', 'emails.askUnblock'],
    accepted: { address: 'a@x.example' },
    refused: [
      [{ address: undefined }, 'address', 'Address is required'],
      [{ address: longText(255) }, 'address', 'Address must be at most 254 characters'],
    ],
  },
  {
    calls: ['emails.saveSettings'],
    accepted: { copyToSelf: true, templates: {} },
    refused: [
      [{ copyToSelf: 'yes' }, 'copyToSelf', 'Copy to self must be true or false'],
      [{ templates: 'none' }, 'templates', 'Templates must be an object'],
      template({ subject: ' ' }, 'subject', 'Subject is required'),
      template({ subject: longText(201) }, 'subject', 'Subject must be at most 200 characters'),
      template({ message: undefined }, 'message', 'Message is required'),
      template({ message: longText(5_001) }, 'message', 'Message must be at most 5,000 characters'),
      template(
        { message: 'Pay {total} by {day}' },
        'message',
        'There is no {total}, {day} to fill in. Use {customer}, {business}, {title}, {number}, {amount}, {amountDue}, {dueDate}',
      ),
      [
        { templates: { estimate: { subject: 'For {name}', message: ' ' } } },
        'templates.estimate.subject',
        'There is no {name} to fill in. Use {customer}, {business}, {number}, {amount}, {validUntil}',
        ['templates.estimate.message', 'Message is required'],
      ],
      [
        { templates: { statement: { subject: 'Statement', message: longText(5_001) } } },
        'templates.statement.message',
        'Message must be at most 5,000 characters',
      ],
      [
        { templates: { refund: { subject: 'Refund', message: 'Here it is' } } },
        'templates.refund.message',
        'Message must contain {message}: what you write for each customer',
      ],
    ],
  },
  {
    calls: ['emails.preview'],
    accepted: { kind: 'estimate', subject: 'Estimate {number}', message: 'Hello {customer}' },
    refused: [
      [
        { kind: 'poem' },
        'kind',
        'Kind must be invoice, estimate, credit_note, receipt, statement, acceptance, declined, refund',
      ],
      [
        { subject: '{dueDate}' },
        'subject',
        'There is no {dueDate} to fill in. Use {customer}, {business}, {number}, {amount}, {validUntil}',
      ],
    ],
  },
  {
    calls: ['reminders.saveSettings'],
    accepted: SETTINGS,
    refused: [
      ...eachOf('enabled', [undefined, 'yes'], 'Enabled must be true or false'),
      ...eachOf('sendFrom', [-1, 1.5, '9'], 'The first hour must be an hour from 0 to 23'),
      [{ sendFrom: 24 }, 'sendFrom', 'The first hour must be an hour from 0 to 23', LATE_FIRST],
      ...eachOf('sendUntil', [25, 17.5, '17'], 'The last hour must be an hour from 1 to 24'),
      [{ sendUntil: 0 }, 'sendUntil', 'The last hour must be an hour from 1 to 24', LATE_FIRST],
      ...[9, 5].map((sendUntil): Refusal => [{ sendUntil }, ...LATE_FIRST]),
      [{ businessDaysOnly: 1 }, 'businessDaysOnly', 'Business days only must be true or false'],
      [{ steps: null }, 'steps', 'Steps must be a list'],
      [{ steps: [] }, 'steps', 'Add a reminder before you switch them on'],
      [
        { steps: Array.from({ length: 11 }, (_, days) => ({ ...STEP, days })) },
        'steps',
        'At most 10 reminders can be planned',
      ],
      step({ days: 3 }, 'days', 'Another reminder is planned for that day'),
      ...[-61, 366, 1.5].map((days) => step({ days }, 'days', NO_STEP_DAYS)),
      step({ tone: 'rude' }, 'tone', 'Tone must be friendly, firm or final'),
      step({ subject: ' ' }, 'subject', 'Subject is required'),
      step({ subject: longText(201) }, 'subject', 'Subject must be at most 200 characters'),
      step({ message: longText(5_001) }, 'message', 'Message must be at most 5,000 characters'),
      step({ message: 'Pay {amount}' }, 'message', `There is no {amount} ${NO_VARIABLE}`),
      lateFee({ ...FIXED, kind: 'whim' }, 'kind', 'A late fee is fixed or a percentage'),
      lateFee({ ...FIXED, amount: '0' }, 'amount', 'Amount must be above zero'),
      lateFee({ ...FIXED, amount: '-1' }, 'amount', 'Amount must not be negative'),
      lateFee({ ...FIXED, afterDays: 0 }, 'afterDays', 'Days must be a whole number from 1 to 365'),
      lateFee(
        { ...FIXED, afterDays: 366 },
        'afterDays',
        'Days must be a whole number from 1 to 365',
      ),
      lateFee({ ...FIXED, delivery: 'mail' }, 'delivery', 'Delivery must be draft or send'),
      lateFee({ ...PERCENT, percent: '0' }, 'percent', 'Percent must be above zero'),
      lateFee({ ...PERCENT, percent: '100.01' }, 'percent', 'Percent must be at most 100'),
      lateFee({ ...PERCENT, months: 0 }, 'months', 'Months must be a whole number from 1 to 60'),
      lateFee({ ...PERCENT, months: 61 }, 'months', 'Months must be a whole number from 1 to 60'),
    ],
    taken: [
      { sendFrom: 0, sendUntil: 1 },
      { sendFrom: 23, sendUntil: 24 },
      { enabled: false, steps: [] },
      {
        steps: [
          { ...STEP, days: -60 },
          { ...STEP, days: 365 },
        ],
      },
      { steps: Array.from({ length: 10 }, (_, days) => ({ ...STEP, days })) },
      { lateFee: { ...FIXED, amount: '0.001', afterDays: 365 } },
      { lateFee: { ...PERCENT, percent: '100', months: 60 } },
      { lateFee: { ...PERCENT, percent: '0.0001' } },
    ],
  },
  {
    calls: ['emails.saveSettings', 'reminders.saveSettings'],
    accepted: SETTINGS,
    refused: eachOf('version', [0, -1, 1.5, '2'], 'Version must be a whole number'),
  },
  {
    calls: ['reminders.preview'],
    accepted: STEP,
    refused: [
      [{ days: 366 }, 'days', NO_STEP_DAYS],
      [{ tone: 'rude' }, 'tone', 'Tone must be friendly, firm or final'],
      [{ subject: '{name}' }, 'subject', `There is no {name} ${NO_VARIABLE}`],
    ],
  },
  {
    calls: ['reminders.pause'],
    accepted: { id: 1, reason: 'other' },
    refused: [
      ...eachOf(
        'reason',
        ['bored', undefined],
        'Reason must be promised, replied, disputed or other',
      ),
      [{ until: 'soon' }, 'until', 'Until must be a date such as 2026-01-31'],
      [{ reason: 'promised' }, 'until', 'Enter the day by which the customer has promised to pay'],
      [{ note: longText(501) }, 'note', 'Note must be at most 500 characters'],
    ],
    taken: [
      { reason: 'promised', until: '2026-12-01' },
      { reason: 'disputed', until: '' },
    ],
  },
  {
    calls: ['reminders.change'],
    accepted: { id: 1, dueDate: '2026-12-20', days: 3, to: null },
    refused: eachOf('days', [-61, 366, 1.5, undefined], NO_STEP_DAYS),
  },
  {
    calls: ['sender.setDomain'],
    accepted: { domain: 'x.example' },
    refused: [
      ...eachOf('domain', [undefined, ' '], 'Domain is required'),
      [{ domain: longText(301) }, 'domain', 'Domain must be at most 300 characters'],
    ],
  },
  {
    calls: ['sender.get'],
    accepted: {},
    refused: [[{ to: longText(255) }, 'to', 'to must be at most 254 characters']],
  },
];
