import { formatMoney } from '../../../shared/money/money.ts';
import {
  MONTHLY_FEATURES,
  PLAN_PRICES,
  planMoney,
  TRIAL_INVOICES,
  YEARLY_FEATURES,
  YEARLY_LABELS,
} from '../../../shared/subscription/plans.ts';

/** Every text, price and claim of the landing page. Nothing of it is written anywhere else. */

/** What the server puts in when it sends the page: it alone knows where it is installed. */
export const PLACEHOLDERS = {
  appUrl: '__APP_URL__',
  host: '__APP_HOST__',
  supportEmail: '__SUPPORT_EMAIL__',
} as const;

/** Where the buttons lead. Sign-in is the server's matter. */
export const SIGN_IN = { label: 'Sign In', href: '/api/login' } as const;
export const START_TRIAL = { label: 'Start Free Trial', href: '/api/login?signUp=1' } as const;

export const DOCUMENT = {
  title: 'Remit: professional invoicing software for small business and freelancers',
  description:
    'Type the lines of an invoice and watch the document take shape: your colors, your terms, exact figures, as a PDF and a page where your customer pays by card. 10 invoices free, no credit card.',
  socialTitle: 'Send a proper invoice before your next call.',
  socialImageAlt:
    'Remit: send a proper invoice before your next call. Beside it an invoice for $4,797.09.',
} as const;

/** The parts of the page that the header and the footer lead to. */
export const PARTS = [
  { label: 'Features', href: '#features' },
  { label: 'Pricing', href: '#pricing' },
  { label: 'Questions', href: '#questions' },
] as const;

const TRIAL_NOTE = `${TRIAL_INVOICES} invoices free, no credit card`;

export const HERO = {
  heading: 'Send a proper invoice before your next call.',
  text: 'Remit writes it, emails it with a payment link, and tells you when the money arrives.',
  note: TRIAL_NOTE,
  pictureLabel:
    'The invoice editor: the form on the left, and beside it the finished invoice for $4,797.09, drawn as you type.',
  notice: { title: 'Halden Coffee paid $1,280.00', text: 'INV-2026-0415, by card, just now' },
} as const;

/** The strong words stand in the middle: before, strong, after. */
export const PROOF = {
  users: ['', '10,000+', ' users'],
  card: ['', 'No credit card', ''],
  setup: ['Setup in ', '2 minutes', ''],
  cancel: ['', 'Cancel anytime', ''],
} as const;

export const INSTALL = {
  label: 'Install',
  heading: 'An app, without the app store',
  steps: [
    { title: 'Open in browser', text: 'Sign in on your phone, in Safari or Chrome.' },
    {
      title: 'Tap Add to Home Screen',
      text: 'In Safari it is in the share menu, in Chrome in the browser’s menu.',
    },
    { title: 'Enjoy', text: 'Full screen, and it tells you when you’re paid.' },
  ],
} as const;

export const BENEFITS = {
  heading: 'What changes',
  cards: [
    {
      figure: '5+',
      unit: 'hours',
      title: 'Save 5+ hours weekly',
      text: 'Customers, items and tax fill themselves in. Nothing is typed twice.',
    },
    {
      figure: '3x',
      unit: '',
      title: 'Get paid 3x faster',
      text: 'The payment link is in the email and the QR code is on the page.',
    },
    {
      figure: '100%',
      unit: '',
      title: '100% professional',
      text: 'Five document themes, your logo and colors, figures that add up.',
    },
  ],
} as const;

export const FEATURES = {
  heading: 'Everything between the work and the money',
  cards: {
    invoices: {
      title: 'Invoice generator',
      text: 'Type the lines and the document takes shape beside them: your logo, your colors, the tax worked out.',
    },
    customers: {
      title: 'Customer hub',
      text: 'Everyone you bill in one place: what they were invoiced, what they paid and what they still owe.',
    },
    payments: {
      title: 'Payment processing',
      text: 'Every invoice has its own payment link and QR code. A card payment marks it as paid automatically.',
    },
    analytics: {
      title: 'Business analytics',
      text: 'Revenue, expenses and net profit over 7, 30 or 90 days or a year, with export to a spreadsheet.',
    },
    expenses: {
      title: 'Expense tracking',
      text: 'Costs by category and vendor with the receipt attached, ready for the day your accountant asks.',
    },
    mobile: {
      title: 'Mobile and PWA',
      text: 'In the browser, or on your home screen like any other app. Laid out for a thumb, not shrunk to fit.',
    },
  },
} as const;

/** Captions of the pictures taken of the running product, and what they show. */
export const SCREENS = {
  heading: 'See it before you sign up',
  pictures: {
    dashboard: {
      title: 'The dashboard',
      text: 'What came in, what is owed, what is late.',
      alt: 'The dashboard of Northwind Studio, a design studio: revenue of the year, open and overdue invoices, and a chart of money that came in and that is expected.',
    },
    phone: {
      title: 'Your invoices, on the phone',
      text: 'Who owes what, and since when.',
      alt: 'The list of invoices on a phone: customers, amounts, due dates and whether each is sent, paid or overdue.',
    },
    editor: {
      title: 'The editor',
      text: 'The document follows what you type.',
      alt: 'The invoice editor: customer, dates and line items on the left, on the right the invoice as it will be printed.',
    },
    pay: {
      title: 'Your customer’s page',
      text: 'The amount, the date, one button.',
      alt: 'The page on which a customer pays an invoice, on a phone: the business, the amount due, the due date and a button Pay Now.',
    },
  },
} as const;

/** 'PDF customization' stays, 'Customer management' begins small inside a sentence. */
const inSentence = (words: string) =>
  /^[A-Z][a-z]/.test(words) ? words[0]?.toLowerCase() + words.slice(1) : words;

/** 'A, b and c.' or 'A, b, c.' of features that begin with capitals. */
const listed = (names: readonly string[]) =>
  names.map((name, index) => (index === 0 ? name : inSentence(name))).join(', ');

const [firstExtra = '', ...moreExtras] = YEARLY_FEATURES.map(inSentence);

export const PRICING = {
  heading: 'What it costs, itemized',
  terms: [
    { name: 'For', value: 'You' },
    { name: 'Terms', value: 'Cancel anytime' },
  ],
  trial: {
    name: 'Free trial',
    text: `${TRIAL_INVOICES} invoices, with everything switched on. No credit card.`,
    price: formatMoney(planMoney('0.00')),
  },
  monthly: {
    name: 'Monthly',
    text: `${listed(MONTHLY_FEATURES)}.`,
    price: formatMoney(PLAN_PRICES.monthly),
    each: 'per month',
  },
  yearly: {
    name: 'Yearly',
    badge: YEARLY_LABELS.badge,
    text: `All of Monthly, with ${[firstExtra, moreExtras.join(' and ')].join(', ')}.`,
    months: `${YEARLY_LABELS.months}.`,
    price: formatMoney(PLAN_PRICES.yearly),
    each: 'per year',
  },
  due: {
    note: 'You choose a plan after your tenth invoice.',
    label: 'Due today',
    price: formatMoney(planMoney('0.00')),
  },
} as const;

export const QUESTIONS = {
  heading: 'Questions',
  list: [
    {
      question: 'Do I need a credit card to start?',
      answer: `No. The free trial is ${TRIAL_INVOICES} invoices with no credit card. When you have used them, you choose a plan; nothing is charged before that.`,
    },
    {
      question: 'How do my customers pay me?',
      answer:
        'Each invoice has a payment link and a QR code. Your customer pays by card at your own payment provider’s checkout, so the money goes straight to your account, and the invoice is marked paid.',
    },
    {
      question: 'Can I cancel?',
      answer:
        'Anytime, from Billing. You keep your invoices, customers and reports, and can still export them.',
    },
  ],
} as const;

export const CLOSING = {
  heading: 'Your first invoice is two minutes away.',
  note: TRIAL_NOTE,
} as const;

export const FOOTER = {
  support: { label: 'Contact Support', href: `mailto:${PLACEHOLDERS.supportEmail}` },
} as const;

/** The page that browsers of Safari's kind are led to when they come from a search. */
export const BROWSER_FIX = {
  title: 'One moment · Remit',
  heading: 'One moment',
  text: 'Your browser may have kept parts of an old sign-in. Remit clears them and continues to the home page.',
  continue: 'Continue to Remit',
} as const;
