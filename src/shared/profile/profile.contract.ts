import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  baseVersion,
  instantText,
  nullableText,
  optionalText,
  recordId,
  requiredText,
} from '../contract/fields.ts';
import { DEFAULT_PDF_STYLE, PDF_THEMES } from './pdf-style.ts';

export const PREFERRED_PAYMENT_METHODS = ['stripe', 'paypal', 'both'] as const;

export const businessProfileSchema = z.object({
  id: z.number(),
  userId: z.string(),
  businessName: z.string(),
  contactName: nullableText,
  email: nullableText,
  phone: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  country: nullableText,
  website: nullableText,
  logoUrl: nullableText,
  taxNumber: nullableText,
  timeZone: z.string(),
  pdfTheme: z.enum(PDF_THEMES),
  pdfPrimaryColor: z.string(),
  pdfAccentColor: z.string(),
  stripeAccountStatus: z.string(),
  paypalAccountStatus: z.string(),
  preferredPaymentMethod: z.enum(PREFERRED_PAYMENT_METHODS),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type BusinessProfile = z.output<typeof businessProfileSchema>;

const color = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: `${label} must look like #1e40af` });

const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain });

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const businessProfileInput = z.object({
  businessName: requiredText('Business name', 200),
  contactName: optionalText('Contact name', 200),
  email: optionalText('Email', 254).refine(
    (email) => email == null || z.email().safeParse(email).success,
    { error: 'Enter a valid email address' },
  ),
  phone: optionalText('Phone', 50),
  address: optionalText('Address', 500, 'lines'),
  city: optionalText('City', 100),
  state: optionalText('State', 100),
  zipCode: optionalText('ZIP code', 20),
  country: optionalText('Country', 100),
  website: optionalText('Website', 500).refine(
    (url) => url == null || webAddress.safeParse(url).success,
    {
      error: 'Enter a full address, such as https://northwind.studio',
    },
  ),
  taxNumber: optionalText('Tax number', 100),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'Time zone must be a name such as America/New_York' })
    .optional(),
  pdfTheme: z
    .enum(PDF_THEMES, { error: `PDF theme must be one of ${PDF_THEMES.join(', ')}` })
    .default(DEFAULT_PDF_STYLE.pdfTheme),
  pdfPrimaryColor: color('Primary color').default(DEFAULT_PDF_STYLE.pdfPrimaryColor),
  pdfAccentColor: color('Accent color').default(DEFAULT_PDF_STYLE.pdfAccentColor),
  preferredPaymentMethod: z
    .enum(PREFERRED_PAYMENT_METHODS, {
      error: 'Preferred payment method must be stripe, paypal or both',
    })
    .optional(),
});
export type BusinessProfileInput = z.output<typeof businessProfileInput>;

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
    .input(businessProfileInput)
    .output(businessProfileSchema),
  update: oc
    .route({ method: 'PUT', path: '/business-profile/{id}', tags: ['Business profile'] })
    .input(businessProfileInput.extend({ id: recordId, version: baseVersion }))
    .output(businessProfileSchema),
};
