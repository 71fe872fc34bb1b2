import * as z from 'zod';

/** As the server asks for it; a short sentence is a good password. */
export const MIN_PASSWORD = 8;

const email = z
  .string()
  .trim()
  .min(1, { error: 'Enter your email address' })
  .pipe(z.email({ error: 'Enter a valid email address' }));
const newPassword = z
  .string()
  .min(MIN_PASSWORD, { error: `Use at least ${MIN_PASSWORD} characters` })
  .max(128, { error: 'Use at most 128 characters' });

export const signInSchema = z.object({
  email,
  password: z.string().min(1, { error: 'Enter your password' }),
});

export const signUpSchema = z.object({
  name: z.string().trim().min(1, { error: 'Enter your name' }).max(200),
  email,
  password: newPassword,
});

export const forgotPasswordSchema = z.object({ email });

export const resetPasswordSchema = z.object({ newPassword });

export const changePasswordSchema = z.object({
  currentPassword: z.string().min(1, { error: 'Enter your current password' }),
  newPassword,
});

export const confirmPasswordSchema = z.object({
  password: z.string().min(1, { error: 'Enter your password' }),
});
