import type { ComponentProps } from 'react';
import { loadPasswordLists, PASSWORD_HINT } from '../../../shared/accounts/password-rule.ts';
import { EmailField, PasswordField } from '../../ui/text-field.tsx';

/** The address by which somebody signs in; where a passkey may do it, the field offers those too. */
export function AddressField({
  passkeys = false,
  ...field
}: ComponentProps<typeof EmailField> & { passkeys?: boolean }) {
  return (
    <EmailField
      type="email"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      {...field}
    />
  );
}

/** A password that is chosen: it is checked against lists that only whoever types here needs. */
export function NewPasswordField(field: ComponentProps<typeof PasswordField>) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={PASSWORD_HINT}
      onInput={() => void loadPasswordLists()}
      {...field}
    />
  );
}
