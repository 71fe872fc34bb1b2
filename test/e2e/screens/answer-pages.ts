/** What customers see of estimates and credit notes, and what they answer. */
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Estimates } from './prepared/prepare-estimates.ts';
import { press, see } from './steps.ts';

const onPage = (
  name: string,
  which: keyof Estimates['estimates'],
  bring: (stage: Stage) => Promise<unknown>,
): ListedState => ({
  name,
  at: '/view-estimate/:publicId',
  of: ({ estimates }) => estimates[which].publicId,
  bring,
});

/** The form that accepts it, filled in but for the signature. */
async function accept({ page }: Stage): Promise<void> {
  await press(page, 'Accept');
  await page.getByLabel('Your name').waitFor();
}

export const ANSWER_PAGES: Area = {
  name: 'the customers’ pages of estimates and credit notes',
  who: 'nobody',
  states: [
    onPage('an estimate with a deposit and installments', 'sent', ({ page }) =>
      see(page, 'Installments after the deposit'),
    ),
    onPage('an estimate that is accepted, without a name', 'sent', async (stage) => {
      await accept(stage);
      await press(stage.page, /^Accept \$/);
      await see(stage.page, 'Name is required');
    }),
    onPage('an estimate that is accepted, without agreement', 'sent', async (stage) => {
      await accept(stage);
      await stage.page.getByLabel('Your name').fill('Marta Lindqvist');
      await press(stage.page, /^Accept \$/);
      await see(stage.page, 'Agree to the terms to accept the estimate');
    }),
    onPage('a signature of nothing', 'sent', async (stage) => {
      const { page } = stage;
      await accept(stage);
      await page.getByLabel('Your name').fill('Marta Lindqvist');
      await page.getByLabel('Draw it').check();
      await press(page, /^Accept \$/);
      await see(page, 'Draw your signature, or type your name instead');
    }),
    onPage('an estimate that is declined', 'sent', async ({ page }) => {
      await press(page, 'Decline');
      await page.getByLabel('Reason (optional)').fill('Too late for us');
    }),
    onPage('a line that cannot be chosen', 'choices', async ({ page }) => {
      await page.getByLabel('Quantity of Trees').fill('10');
      await see(page, 'The quantity of “Trees” can be from 2 to 9');
    }),
    onPage('an estimate that was signed', 'signed', ({ page }) =>
      see(page, /^Accepted by Marta Lindqvist on/),
    ),
    onPage('an estimate that is closed', 'rejected', ({ page }) =>
      see(page, 'This estimate is closed'),
    ),
    onPage('an estimate with wide figures', 'wide', ({ page }) => see(page, /^Consultation/)),
    onPage('an estimate that is not there', 'draft', ({ page }) => see(page, 'Estimate Not Found')),
    {
      name: 'a credit note',
      at: '/view-credit-note/:publicId',
      of: ({ creditNotes }) => creditNotes.applied.publicId,
      bring: ({ page }) => see(page, 'Nothing to pay'),
    },
  ],
};
