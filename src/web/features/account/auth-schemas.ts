import * as z from 'zod';
import { PASSWORD_LENGTH, passwordWeakness } from '../../../shared/accounts/password-rule.ts';
import { waitAtMost } from '../../../shared/time-limits/running-time.ts';

const email = z
  .string()
  .trim()
  .min(1, { error: 'Enter your email address' })
  .pipe(z.email({ error: 'Enter a valid email address' }));
const newPassword = z
  .string()
  .min(PASSWORD_LENGTH.min, { error: `Use at least ${PASSWORD_LENGTH.min} characters` })
  .max(PASSWORD_LENGTH.max, { error: `Use at most ${PASSWORD_LENGTH.max} characters` });

/** What a slow line gets to bring the lists. */
const LISTS_WITHIN_MS = 4_000;

/** As the server judges it, which judges alone where the lists do not come in time. */
async function refuseWeak(
  context: z.RefinementCtx,
  path: 'password' | 'newPassword',
  password: string,
  person: string[] = [],
): Promise<void> {
  const judged = passwordWeakness(password, person).catch(() => undefined);
  const message = await waitAtMost(LISTS_WITHIN_MS, judged, () => undefined);
  if (message) context.addIssue({ code: 'custom', path: [path], message });
}

export const signInSchema = z.object({
  email,
  password: z.string().min(1, { error: 'Enter your password' }),
});

export const signUpSchema = z
  .object({
    name: z.string().trim().min(1, { error: 'Enter your name' }).max(200),
    email,
    password: newPassword,
  })
  .superRefine((form, context) =>
    refuseWeak(context, 'password', form.password, [form.email, form.name]),
  );

export const forgotPasswordSchema = z.object({ email });

export const resetPasswordSchema = z
  .object({ newPassword, keepPasskeys: z.boolean() })
  .superRefine((form, context) => refuseWeak(context, 'newPassword', form.newPassword));

export const changePasswordSchema = z
  .object({
    currentPassword: z.string().min(1, { error: 'Enter your current password' }),
    newPassword,
    removePasskeys: z.boolean(),
  })
  .superRefine((form, context) => refuseWeak(context, 'newPassword', form.newPassword));

export const confirmPasswordSchema = z.object({
  password: z.string().min(1, { error: 'Enter your password' }),
});
