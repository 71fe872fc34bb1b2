import { boundedText } from '../contract/fields.ts';

/** An address that messages go to, as a call names it. */
export const recipientAddress = boundedText(254, {
  error: 'Address is required',
  tooLong: 'Address must be at most 254 characters',
});
