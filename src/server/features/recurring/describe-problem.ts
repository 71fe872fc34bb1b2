import type { AppError } from '../../../shared/errors/app-error.ts';
import type { Problem } from '../../db/tables/recurring.table.ts';

/** Where what a refusal is about can be mended, for those who read of it later and elsewhere. */
export function describeProblem(error: AppError): Omit<Problem, 'since'> {
  const { code, message, fields } = error.toBody();
  const path = fields?.[0]?.path ?? null;
  return { code, message: describe(error, path) ?? message, path };
}

function describe({ code, message }: AppError, path: string | null): string | undefined {
  if (code === 'SUBSCRIPTION_REQUIRED') {
    return 'Your free trial or plan has ended. Choose a plan, and this invoice is made.';
  }
  if (code !== 'NOT_FOUND') return undefined;
  if (path === 'customerId') {
    return 'The customer was deleted. Restore the customer, or choose another one.';
  }
  return path?.includes('taxes')
    ? 'A tax rate of this invoice is not there any more. Choose another one.'
    : `${message}. Open the recurring invoice and replace what is missing.`;
}
