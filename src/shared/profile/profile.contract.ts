import { oc } from '@orpc/contract';
import * as z from 'zod';
import { putCall } from '../contract/calls.ts';
import { contactAnswer, contactInput, emailField } from '../contract/contact-fields.ts';
import {
  baseVersion,
  boundedText,
  currencyField,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  recordId,
  requiredText,
} from '../contract/fields.ts';
import { EDITOR_COLUMNS } from '../documents/editor-columns.ts';
import { ISSUED_INVOICES } from '../documents/number-series/issued-invoices.ts';
import { onAcceptanceField } from '../estimates/estimate-answer.ts';
import { ON_ACCEPTANCE } from '../estimates/on-acceptance.ts';
import { CURRENCIES } from '../money/currencies.ts';
import { withDecimals } from '../money/money.ts';
import { findIncrementFault } from '../money/rounding-increment.ts';
import { vatIdField } from '../taxes/vat-id.ts';
import { documentDefaultsAnswer, documentDefaultsInput } from './document-defaults.ts';
import { PDF_THEMES } from './pdf-style.ts';
import { webAddress } from './web-address.ts';

export const PREFERRED_PAYMENT_METHODS = ['stripe', 'paypal', 'both'] as const;

/** 'invalid': the provider refused the keys, or they cannot be read. 'unchecked': not asked yet. */
export const ACCOUNT_STATUSES = ['not_connected', 'unchecked', 'connected', 'invalid'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const businessProfileSchema = z.object({
  /** Absent until the owner has saved the profile, which is prefilled at sign-up, for the first time. */
  id: z.number().optional(),
  userId: z.string(),
  businessName: z.string(),
  contactName: nullableText,
  ...contactAnswer,
  website: nullableText,
  logoUrl: nullableText,
  taxNumber: nullableText,
  vatId: nullableText,
  /** Of new documents, items and expenses, and of figures that stand for all. */
  currency: z.string(),
  /** What new documents begin with. */
  pricesIncludeTax: z.boolean(),
  /** What totals of new documents are rounded to, by currency; others are not rounded. */
  roundedTotals: z.array(z.object({ currency: z.string(), increment: decimalText })),
  /** Whether customers may pay an amount of their choice online. */
  allowPartialPayments: z.boolean(),
  /** Whether customers may agree that their card is charged for following invoices. */
  offerAutomaticPayment: z.boolean(),
  /** What is made when a customer accepts an estimate online. */
  onAcceptance: z.enum(ON_ACCEPTANCE),
  /** What may be done to issued invoices. */
  issuedInvoices: z.enum(ISSUED_INVOICES),
  /** Whether its owner has decided about that; until then the first issue asks. */
  issuedInvoicesChosen: z.boolean(),
  /** Columns of the editor that are switched on. */
  editorColumns: z.array(z.enum(EDITOR_COLUMNS)),
  ...documentDefaultsAnswer,
  timeZone: z.string(),
  pdfTheme: z.enum(PDF_THEMES),
  pdfPrimaryColor: z.string(),
  pdfAccentColor: z.string(),
  /** Credentials come back masked (decision 6): 'sk_test_••••1234'. */
  stripePublishableKey: nullableText,
  stripeSecretKey: nullableText,
  stripeAccountStatus: z.enum(ACCOUNT_STATUSES),
  /** Why, in words, where there is something to say. */
  stripeAccountDetail: nullableText,
  /** Whether the provider tells this installation of payments by itself. */
  stripeWebhookActive: z.boolean(),
  /** Where the owner may have the provider send its events; null until there are keys. */
  stripeWebhookUrl: nullableText,
  paypalClientId: nullableText,
  paypalClientSecret: nullableText,
  paypalEmail: nullableText,
  paypalAccountStatus: z.enum(ACCOUNT_STATUSES),
  paypalAccountDetail: nullableText,
  paypalWebhookActive: z.boolean(),
  preferredPaymentMethod: z.enum(PREFERRED_PAYMENT_METHODS),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type BusinessProfile = z.output<typeof businessProfileSchema>;

/** What stands in place of a stored credential; a save that holds it leaves the stored one. */
export const MASK = '••••';

/**
 * A credential in a save: absent, empty or masked leaves the stored one as it is (decision 6); null
 * removes it.
 */
const credential = (label: string) =>
  boundedText(2_000, {
    error: `${label} must be text`,
    tooLong: `${label} must be at most 500 characters`,
  })
    .trim()
    .max(500, { error: `${label} must be at most 500 characters` })
    .regex(/^[\x21-\x7e•]*$/, {
      error: `${label} must not hold spaces or other special characters`,
    })
    .transform((text) => (text === '' || text.includes(MASK) ? undefined : text))
    .nullable()
    .optional();

const color = (label: string) =>
  boundedText(100, {
    error: `${label} is required`,
    tooLong: `${label} must look like #1e40af`,
  })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: `${label} must look like #1e40af` });

/** An address that the save step of a logo has answered with; an empty one removes it, as null does. */
const NO_LOGO = 'Logo must be the address of an uploaded logo';
const logoAddress = boundedText(200, { error: NO_LOGO, tooLong: NO_LOGO })
  .regex(/^(\/objects\/logos\/[0-9a-z-]+\.[a-z]+)?$/, { error: NO_LOGO })
  .transform((address) => (address === '' ? null : address))
  .nullable()
  .optional();

export const NO_TIME_ZONE = 'Time zone must be a name such as America/New_York';

/** A name, that is: PostgreSQL reads an offset such as '+05:30', which newer engines take, the other way round. */
function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const timeZone = boundedText(64).refine(isTimeZone, { error: NO_TIME_ZONE });

/** Each currency once, its increment with its decimals. */
const roundedTotalsField = z
  .array(
    z
      .object({
        currency: currencyField('Currency'),
        increment: moneyField('Rounding increment'),
      })
      .transform(({ currency, increment }, context) => {
        const message = findIncrementFault(increment, currency);
        if (message) context.addIssue({ code: 'custom', path: ['increment'], message });
        return { currency, increment: message ? increment : withDecimals(increment, currency) };
      }),
    { error: 'Rounded totals must be a list of currencies, each with its increment' },
  )
  .max(CURRENCIES.length, { error: `Rounded totals have at most ${CURRENCIES.length} currencies` })
  .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length, {
    error: 'Rounded totals have each currency once',
  });

export const businessProfileInput = z.object({
  businessName: requiredText('Business name', 200),
  contactName: optionalText('Contact name', 200),
  ...contactInput,
  website: optionalText('Website', 500).refine(
    (url) => url == null || webAddress.safeParse(url).success,
    {
      error: 'Enter a full address, such as https://northwind.studio',
    },
  ),
  logoUrl: logoAddress,
  taxNumber: optionalText('Tax number', 100),
  vatId: vatIdField,
  currency: currencyField('Currency').optional(),
  pricesIncludeTax: z.boolean({ error: 'Prices include tax must be true or false' }).optional(),
  roundedTotals: roundedTotalsField.optional().meta({
    description:
      'What totals of new documents are rounded to, by currency. Absent: as it is stored',
  }),
  offerAutomaticPayment: z
    .boolean({ error: 'Offer automatic payment must be true or false' })
    .optional(),
  allowPartialPayments: z
    .boolean({ error: 'Allow partial payments must be true or false' })
    .optional(),
  onAcceptance: onAcceptanceField.optional(),
  ...documentDefaultsInput,
  timeZone: timeZone.optional(),
  pdfTheme: z
    .enum(PDF_THEMES, { error: `PDF theme must be one of ${PDF_THEMES.join(', ')}` })
    .optional(),
  pdfPrimaryColor: color('Primary color').optional(),
  pdfAccentColor: color('Accent color').optional(),
  preferredPaymentMethod: z
    .enum(PREFERRED_PAYMENT_METHODS, {
      error: 'Preferred payment method must be stripe, paypal or both',
    })
    .optional(),
  stripePublishableKey: credential('Publishable key'),
  stripeSecretKey: credential('Secret key'),
  /** Signs the events of an endpoint that the owner has made at the provider by hand. */
  stripeWebhookSecret: credential('Webhook signing secret'),
  paypalClientId: credential('PayPal client ID'),
  paypalClientSecret: credential('PayPal client secret'),
  paypalEmail: emailField('PayPal email'),
});
export type BusinessProfileInput = z.output<typeof businessProfileInput>;

const NO_UPLOAD = 'logoURL must be the address that the file was sent to';

export const profileContract = {
  get: oc
    .route({ method: 'GET', path: '/business-profile', tags: ['Business profile'] })
    .output(businessProfileSchema),
  create: oc
    .route({
      method: 'POST',
      path: '/business-profile',
      successStatus: 201,
      tags: ['Business profile'],
    })
    .input(businessProfileInput.extend({ version: baseVersion }))
    .output(businessProfileSchema),
  /**
   * The time zone of a profile that has not been saved yet, from the device of whoever signs up; it
   * still counts as not saved. A saved one is left as it is.
   */
  adoptTimeZone: oc
    .route({
      method: 'PUT',
      path: '/business-profile/time-zone',
      tags: ['Business profile'],
    })
    .input(z.object({ timeZone }))
    .output(z.object({ timeZone: z.string() })),
  update: putCall(
    '/business-profile/{id}',
    'Business profile',
    businessProfileInput.extend({ id: recordId, version: baseVersion }),
    businessProfileSchema,
  ),
  /** What the editor shows for the next document. */
  setEditorColumns: putCall(
    '/business-profile/editor-columns',
    'Business profile',
    z.object({
      editorColumns: z
        .array(z.enum(EDITOR_COLUMNS, { error: `Columns are ${EDITOR_COLUMNS.join(', ')}` }))
        .max(EDITOR_COLUMNS.length)
        .transform((columns) => EDITOR_COLUMNS.filter((each) => columns.includes(each))),
    }),
    z.object({ editorColumns: z.array(z.enum(EDITOR_COLUMNS)) }),
  ),
  /** Decides about issued invoices. What was issued while they were fixed stays so. */
  setIssuedInvoices: putCall(
    '/business-profile/issued-invoices',
    'Business profile',
    z.object({
      issuedInvoices: z.enum(ISSUED_INVOICES, {
        error: `Issued invoices must be ${ISSUED_INVOICES.join(' or ')}`,
      }),
    }),
    z.object({ issuedInvoices: z.enum(ISSUED_INVOICES) }),
  ),
  /** The first step of a logo: where its bytes go, by PUT with the file's content type, for 15 minutes. */
  startLogo: oc
    .route({ method: 'POST', path: '/objects/upload', tags: ['Business profile'] })
    .output(z.object({ uploadURL: z.string() })),
  /**
   * The last step: what was sent is looked at, drawn anew, and stands on the profile from then on.
   * Null takes the logo off the profile.
   */
  saveLogo: putCall(
    '/business-profiles/logo',
    'Business profile',
    z.object({
      logoURL: boundedText(4_000, { error: NO_UPLOAD, tooLong: NO_UPLOAD }).nullable(),
    }),
    z.object({ objectPath: nullableText }),
  ),
  /** Asks the provider about keys: those given, and the stored ones for what is absent or masked. */
  testConnection: oc
    .route({
      method: 'POST',
      path: '/business-profile/test-connection',
      tags: ['Business profile'],
    })
    .input(
      z.object({
        provider: z.enum(['stripe', 'paypal'], { error: 'Provider must be stripe or paypal' }),
        stripePublishableKey: credential('Publishable key'),
        stripeSecretKey: credential('Secret key'),
        paypalClientId: credential('PayPal client ID'),
        paypalClientSecret: credential('PayPal client secret'),
      }),
    )
    .output(
      z.object({
        connected: z.boolean(),
        /** 'Connected to Northwind Studio (test mode).', or what is wrong. */
        message: z.string(),
      }),
    ),
};
