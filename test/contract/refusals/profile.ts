import { CONTACT_REFUSALS } from './contact.ts';
import type { Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_CURRENCY = 'must be a currency code, such as USD or EUR';
const NO_EMAIL = 'Enter a valid email address';
const NO_ADDRESS = 'Enter a full address, such as https://northwind.studio';
const NO_TIME_ZONE = 'Time zone must be a name such as America/New_York';
const NO_LOGO = 'Logo must be the address of an uploaded logo';
const CHF = { currency: 'CHF', increment: '0.05' };
const PROFILE = { id: 1, businessName: 'Northwind Studio' };

export const PROFILE_REFUSALS: Refusals[] = [
  {
    calls: ['profile.create', 'profile.update'],
    accepted: PROFILE,
    refused: [
      ...eachOf('businessName', [undefined, '', ' '], 'Business name is required'),
      [
        { businessName: longText(201) },
        'businessName',
        'Business name must be at most 200 characters',
      ],
      [
        { contactName: longText(201) },
        'contactName',
        'Contact name must be at most 200 characters',
      ],
      ...CONTACT_REFUSALS,
      ...eachOf(
        'website',
        ['northwind.studio', 'javascript:alert(1)', 'ftp://x.example', 'https://x'],
        NO_ADDRESS,
      ),
      [{ website: longText(501) }, 'website', 'Website must be at most 500 characters'],
      ...eachOf(
        'logoUrl',
        ['https://x.example/logo.png', '/objects/receipts/1.png', '/objects/logos/../1.png', 5],
        NO_LOGO,
      ),
      [{ taxNumber: longText(101) }, 'taxNumber', 'Tax number must be at most 100 characters'],
      [{ vatId: longText(31) }, 'vatId', 'VAT ID must be at most 30 characters'],
      [{ currency: 'XXX' }, 'currency', `Currency ${NO_CURRENCY}`],
      [{ pricesIncludeTax: 'yes' }, 'pricesIncludeTax', 'Prices include tax must be true or false'],
      [
        { roundedTotals: true },
        'roundedTotals',
        'Rounded totals must be a list of currencies, each with its increment',
      ],
      [
        { roundedTotals: [CHF, { currency: 'XXX', increment: '1' }] },
        'roundedTotals.1.currency',
        `Currency ${NO_CURRENCY}`,
      ],
      [
        { roundedTotals: [{ currency: 'CHF', increment: 'a' }] },
        'roundedTotals.0.increment',
        'Rounding increment must be a number',
      ],
      [
        { roundedTotals: [{ currency: 'CHF', increment: '0.005' }] },
        'roundedTotals.0.increment',
        'Rounding increment must be a multiple of CHF\u00a00.01, and at most CHF\u00a010.00',
      ],
      [{ roundedTotals: [CHF, CHF] }, 'roundedTotals', 'Rounded totals have each currency once'],
      [
        { roundedTotals: Array.from({ length: 156 }, () => CHF) },
        'roundedTotals',
        'Rounded totals have at most 155 currencies',
      ],
      [
        { offerAutomaticPayment: 1 },
        'offerAutomaticPayment',
        'Offer automatic payment must be true or false',
      ],
      [
        { allowPartialPayments: 1 },
        'allowPartialPayments',
        'Allow partial payments must be true or false',
      ],
      [
        { onAcceptance: 'dance' },
        'onAcceptance',
        'After acceptance must be nothing, draft or send',
      ],
      ...eachOf(
        'invoiceDueDays',
        [-1, 3_651, '3651', 1.5, '1.5', 'soon', '9'.repeat(40), true],
        'Days until due must be a whole number from 0 to 3,650',
      ),
      ...eachOf(
        'estimateExpiryDays',
        [-1, 3_651, '3651', 1.5, '-1', longText(21)],
        'Days until expiry must be a whole number from 0 to 3,650',
      ),
      ...(
        [
          ['invoiceNotes', 'Invoice notes'],
          ['invoiceTerms', 'Invoice terms'],
          ['estimateNotes', 'Estimate notes'],
          ['estimateTerms', 'Estimate terms'],
        ] as const
      ).flatMap(([field, label]) => [
        ...eachOf(field, [7], `${label} must be text`),
        ...eachOf(field, [longText(10_001)], `${label} must be at most 10,000 characters`),
      ]),
      ...eachOf(
        'pdfPrimaryColor',
        ['red', '#12345', '#1234567'],
        'Primary color must look like #1e40af',
      ),
      [{ pdfAccentColor: '#ggg000' }, 'pdfAccentColor', 'Accent color must look like #1e40af'],
      [
        { pdfTheme: 'neon' },
        'pdfTheme',
        'PDF theme must be one of classic, modern, elegant, minimal, creative',
      ],
      ...eachOf('timeZone', ['Mars/Base', '+05:30', ''], NO_TIME_ZONE),
      [
        { preferredPaymentMethod: 'cash' },
        'preferredPaymentMethod',
        'Preferred payment method must be stripe, paypal or both',
      ],
      [
        { stripeWebhookSecret: longText(501) },
        'stripeWebhookSecret',
        'Webhook signing secret must be at most 500 characters',
      ],
      [{ paypalEmail: 'x@' }, 'paypalEmail', NO_EMAIL],
    ],
    taken: [
      { invoiceDueDays: 0, estimateExpiryDays: ' 3650 ' },
      { invoiceDueDays: 3_650, estimateExpiryDays: null },
      { timeZone: 'Asia/Tokyo', pdfPrimaryColor: ' #1E40af ' },
      { website: '', logoUrl: '', email: null },
    ],
  },
  {
    calls: ['profile.create', 'profile.update', 'profile.testConnection'],
    accepted: { ...PROFILE, provider: 'stripe' },
    refused: (
      [
        ['stripePublishableKey', 'Publishable key'],
        ['stripeSecretKey', 'Secret key'],
        ['paypalClientId', 'PayPal client ID'],
        ['paypalClientSecret', 'PayPal client secret'],
      ] as const
    ).flatMap(([field, label]) => [
      ...eachOf(
        field,
        ['two words', 'ключ'],
        `${label} must not hold spaces or other special characters`,
      ),
      ...eachOf(field, [longText(501)], `${label} must be at most 500 characters`),
    ]),
  },
  {
    calls: ['profile.testConnection'],
    accepted: { provider: 'stripe' },
    refused: eachOf('provider', ['cash', undefined], 'Provider must be stripe or paypal'),
  },
  {
    calls: ['profile.adoptTimeZone'],
    accepted: { timeZone: 'Asia/Tokyo' },
    refused: [
      ...eachOf('timeZone', ['Mars/Base', '+05:30'], NO_TIME_ZONE),
      [{ timeZone: longText(65) }, 'timeZone', 'timeZone must be at most 64 characters'],
    ],
  },
  {
    calls: ['profile.setEditorColumns'],
    accepted: { editorColumns: ['unit'] },
    refused: [
      [{ editorColumns: null }, 'editorColumns', 'editorColumns must be a list'],
      [
        { editorColumns: ['unit', 'mood'] },
        'editorColumns.1',
        'Columns are unit, discount, tax, itemCode, servicePeriod, choice',
      ],
      [
        { editorColumns: Array.from({ length: 7 }, () => 'unit') },
        'editorColumns',
        'editorColumns must have at most 6 entries',
      ],
    ],
  },
  {
    calls: ['profile.setIssuedInvoices'],
    accepted: { issuedInvoices: 'fixed' },
    refused: eachOf(
      'issuedInvoices',
      ['burn', undefined],
      'Issued invoices must be revise or fixed',
    ),
  },
  {
    calls: ['profile.saveLogo'],
    accepted: { logoURL: null },
    refused: eachOf(
      'logoURL',
      [5, undefined, ['/objects/logos/a.png'], longText(4_001)],
      'logoURL must be the address that the file was sent to',
    ),
  },
];
