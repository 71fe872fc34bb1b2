import { findUnknownVariables, formatVariables } from '../text/variables.ts';
import { requiredText } from './fields.ts';

/** A required text with variables in braces, in which none may stand that nothing is filled in for. */
export const variableText = (
  label: string,
  max: number,
  known: readonly string[],
  lines?: 'lines',
) =>
  requiredText(label, max, lines).superRefine((text, context) => {
    const unknown = findUnknownVariables(text, known);
    if (unknown.length === 0) return;
    const message = `There is no ${formatVariables(unknown)} to fill in. Use ${formatVariables(known)}`;
    context.addIssue({ code: 'custom', message });
  });
