/** How a customer or a business is reached, in answers and in inputs. */
import { isEmailAddress } from './email-address.ts';
import { nullableText, optionalText } from './fields.ts';

export const contactAnswer = {
  email: nullableText,
  phone: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  country: nullableText,
};

/** The longest address that mail can go to: 256 with its angle brackets (RFC 5321, section 4.5.3.1.3). */
export const emailField = (label: string) =>
  optionalText(label, 254).refine((email) => email == null || isEmailAddress(email), {
    error: 'Enter a valid email address',
  });

/** The same where there must be one. */
export const requiredEmail = (label: string) =>
  emailField(label)
    .transform((email) => email ?? '')
    .refine((email) => email !== '', { error: `${label} is required` });

export const contactInput = {
  email: emailField('Email'),
  phone: optionalText('Phone', 50),
  address: optionalText('Address', 500, 'lines'),
  city: optionalText('City', 100),
  state: optionalText('State', 100),
  zipCode: optionalText('ZIP code', 20),
  country: optionalText('Country', 100),
};
