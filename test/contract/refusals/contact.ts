import type { Refusal } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

/** How somebody is reached. */
export const CONTACT_REFUSALS: readonly Refusal[] = [
  ...eachOf('email', ['no', 'x@', '@x.example', 'a b@x.example'], 'Enter a valid email address'),
  [{ email: `${longText(250)}@x.example` }, 'email', 'Email must be at most 254 characters'],
  [{ phone: longText(51) }, 'phone', 'Phone must be at most 50 characters'],
  [{ address: longText(501) }, 'address', 'Address must be at most 500 characters'],
  [{ city: longText(101) }, 'city', 'City must be at most 100 characters'],
  [{ state: longText(101) }, 'state', 'State must be at most 100 characters'],
  [{ zipCode: longText(21) }, 'zipCode', 'ZIP code must be at most 20 characters'],
  [{ country: longText(101) }, 'country', 'Country must be at most 100 characters'],
];
