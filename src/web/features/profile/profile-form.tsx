import { useState } from 'react';
import { shownAddressParts } from '../../../shared/contract/address-parts.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { businessProfileInput } from '../../../shared/profile/profile.contract.ts';
import { completeWebAddress } from '../../../shared/profile/web-address.ts';
import { failure, newerRecord } from '../../lib/api-error.ts';
import { formFields, useContractForm, useContractSubmission } from '../../lib/contract-form.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { useVatIdDoubt } from '../../lib/use-vat-id-doubt.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ConflictDialog, changedFields } from '../../ui/conflict-dialog.tsx';
import { countryOptions, currencyInCountry } from '../../ui/countries.ts';
import { CurrencyControl } from '../../ui/currency-select.tsx';
import { cx } from '../../ui/cx.ts';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Form } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { EmailField, SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { DocumentDefaultsFields } from './document-defaults-fields.tsx';
import { TemplatesCard } from './email-templates/templates-card.tsx';
import { LivePreview } from './live-preview.tsx';
import { LogoField } from './logo-field.tsx';
import { IssuedInvoicesCard } from './numbers/issued-invoices-card.tsx';
import { NumbersCard } from './numbers/numbers-card.tsx';
import { mayChoose, PaymentSettings } from './payment-settings.tsx';
import { PdfStyleFields } from './pdf-style-fields.tsx';
import { SECRET_FIELDS } from './profile-form-type.ts';
import {
  FIELD_LABELS,
  PROFILE_LABELS as LABELS,
  profileValues,
  sameForForm,
} from './profile-values.ts';
import { RemindersCard } from './reminders/reminders-card.tsx';
import { RoundedTotalsField } from './rounded-totals-field.tsx';
import { SaveBar } from './save-bar.tsx';
import { SendingSettings } from './sending-settings.tsx';
import { TaxRatesCard } from './taxes/tax-rates-card.tsx';
import { timeZoneOptions } from './time-zones.ts';
import { useAccounts } from './use-accounts.ts';
import { useLogo } from './use-logo.ts';
import { isSaved, useSaveProfile } from './use-profile.ts';

const { full, half } = fieldWidth;
const FORM_FIELDS = Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[];

/** Who the owner's documents are from and how they look. @param profile null when there is none yet */
export function ProfileForm({ profile }: { profile: BusinessProfile | null }) {
  const form = useContractForm(businessProfileInput, profileValues(profile));
  const field = formFields(form, LABELS);
  const { errors, isDirty } = form.formState;
  const draft = useFormDraft({
    form,
    noun: 'profile',
    record: profile,
    toValues: profileValues,
    agrees: sameForForm,
    without: SECRET_FIELDS,
  });
  const { base, newer, setBase, setNewer } = draft;
  const guard = useUnsavedGuard({ dirty: isDirty, onDiscard: draft.forget });
  const save = useSaveProfile();
  const logo = useLogo({ base, onBase: setBase });
  const [previewing, setPreviewing] = useState(false);

  /** What will be saved is seen before it is. */
  const completeWebsite = () => {
    const typed = form.getValues('website') ?? '';
    const website = completeWebAddress(typed);
    if (website !== typed) {
      form.setValue('website', website, { shouldDirty: true, shouldValidate: true });
    }
  };
  const submission = useContractSubmission(
    form,
    async (input, keyFor) => {
      // Without PayPal there is nothing to prefer (decision 26).
      const choice = mayChoose(form, base) ? {} : { preferredPaymentMethod: 'stripe' as const };
      const logoUrl = base || logo.pending === null ? {} : { logoUrl: logo.pending };
      const whole = { ...input, ...choice, ...logoUrl };
      draft.startFrom(
        await draft.saveOnBase((on) => save.mutateAsync({ base: on, input: whole, keyFor })),
      );
      guard.release();
    },
    (error, shownUnderFields) => {
      const current = newerRecord<BusinessProfile>(error);
      if (current) {
        setNewer(current);
        return;
      }
      const what = `Failed to ${isSaved(base) ? 'update' : 'create'} business profile`;
      notify.error('Error', shownUnderFields ? what : failure(what, error));
    },
    { stays: true },
  );
  const accounts = useAccounts({ form, base, onBase: setBase, onStale: setNewer });
  const [country, state, zipCode, timeZone, currency, vatId] = form.watch([
    'country',
    'state',
    'zipCode',
    'timeZone',
    'currency',
    'vatId',
  ]);
  const address = { country, state, zipCode };
  const parts = shownAddressParts(address, form.formState.defaultValues);
  const vatIdDoubt = useVatIdDoubt(vatId, country);
  const { country: countryChanged, currency: currencyChosen } = form.formState.dirtyFields;
  const proposed =
    !currencyChosen && (countryChanged || !isSaved(base))
      ? currencyInCountry(country ?? '')
      : undefined;

  return (
    <Form
      // What gets the focus comes out from under the bar.
      className="pb-16 [&_:is(a,button,input,select,textarea)]:scroll-mb-18 max-md:pb-22 max-md:[&_:is(a,button,input,select,textarea)]:scroll-mb-29"
      submission={submission}
    >
      <FormSection title="Logo" text="On invoices, emails and the page where customers pay.">
        <LogoField logo={logo} />
      </FormSection>
      <FormSection title="Business details" text="Who the invoice is from.">
        <FormLayout>
          <TextField {...field('businessName', half)} autoComplete="organization" />
          <TextField {...field('contactName', half)} optional autoComplete="name" />
          <EmailField {...field('email', half)} optional autoComplete="email" />
          <TextField {...field('phone', half)} optional type="tel" autoComplete="tel" />
          <TextField
            {...field('website', half, { onBlur: completeWebsite })}
            optional
            type="url"
            inputMode="url"
            autoComplete="url"
            onKeyDown={(event) => event.key === 'Enter' && completeWebsite()}
          />
          <TextField {...field('taxNumber', half)} optional autoComplete="off" />
        </FormLayout>
      </FormSection>
      <FormSection title="Address" text="The country also sets the paper size: US Letter or A4.">
        <FormLayout>
          <TextAreaField
            {...field('address', full)}
            optional
            rows={1}
            autoComplete="street-address"
          />
          <TextField {...field('city', half)} optional autoComplete="address-level2" />
          <div className={cx(half, 'grid grid-cols-2 gap-3.5')}>
            {parts.state && (
              <TextField
                {...field('state')}
                label={parts.state}
                optional
                autoComplete="address-level1"
              />
            )}
            {parts.zipCode && (
              <TextField
                {...field('zipCode')}
                label={parts.zipCode}
                optional
                autoComplete="postal-code"
              />
            )}
          </div>
          <SelectField
            {...field('country', half)}
            optional
            placeholder="Choose a country"
            autoComplete="country-name"
            options={countryOptions(country)}
          />
          <SelectField
            {...field('timeZone', half)}
            hint="Decides when a day ends and an invoice becomes overdue."
            options={timeZoneOptions(timeZone ?? '')}
          />
        </FormLayout>
      </FormSection>
      <FormSection
        title="Taxes"
        text="The currency of your documents, and the rates that you charge."
      >
        <FormLayout>
          <CurrencyControl
            control={form.control}
            name="currency"
            className={half}
            label={FIELD_LABELS.currency}
            hint={
              <>
                For new documents, items and expenses.
                {proposed && proposed !== currency && (
                  <Button
                    className="flex! -ml-2.5"
                    variant="quiet"
                    size="sm"
                    onClick={() =>
                      form.setValue('currency', proposed, {
                        shouldDirty: true,
                        shouldValidate: true,
                      })
                    }
                  >
                    Use {proposed}, the currency of {country}
                  </Button>
                )}
              </>
            }
          />
          <TextField {...field('vatId', half)} optional autoComplete="off" warning={vatIdDoubt} />
          <CheckField
            {...form.register('pricesIncludeTax')}
            className={full}
            label={FIELD_LABELS.pricesIncludeTax}
            hint="New documents start this way."
          />
          <RoundedTotalsField form={form} currency={currency ?? ''} className={full} />
          <div className={full}>
            <TaxRatesCard country={country} />
          </div>
        </FormLayout>
      </FormSection>
      <FormSection
        title="Document defaults"
        text="What new invoices and estimates begin with; those that exist stay as they are. The taxes of new lines are chosen under Taxes."
      >
        <DocumentDefaultsFields form={form} />
      </FormSection>
      <FormSection
        title="Numbers and issued invoices"
        text="A series assigns numbers without gaps when documents are issued, as many countries require."
      >
        <NumbersCard />
        <IssuedInvoicesCard country={country} />
      </FormSection>
      <FormSection
        title="Invoice PDF styling"
        text="The theme sets the layout and suggests colors; the colors make it yours."
        aside={
          <LivePreview
            form={form}
            stored={[base?.version, logo.logoUrl]}
            opened={previewing}
            onClose={() => setPreviewing(false)}
          />
        }
      >
        <PdfStyleFields form={form} onPreview={() => setPreviewing(true)} />
      </FormSection>
      <FormSection
        title="Payment settings"
        text="Keys are stored encrypted, and only you can see them."
      >
        <PaymentSettings form={form} profile={base} {...accounts} />
      </FormSection>
      <FormSection
        title="Sending"
        text="Verify your domain with a DNS record to email more new customers a day."
      >
        <SendingSettings suggestion={base?.website ?? base?.email ?? ''} />
      </FormSection>
      <FormSection
        title="Email templates"
        text="What emails to your customers say. You can still change each before you send it. Changes here are saved at once."
      >
        <TemplatesCard email={base?.email} />
      </FormSection>
      <FormSection
        title="Reminders"
        text="Customers are reminded of what is due by email, with the invoice attached. Changes here are saved at once."
      >
        <RemindersCard />
      </FormSection>
      <SaveBar
        isNew={!isSaved(base)}
        faults={FORM_FIELDS.filter((name) => errors[name]).map((name) => ({
          label: FIELD_LABELS[name],
          byServer: errors[name]?.type === 'server',
          show: () => form.setFocus(name),
        }))}
        busy={submission.busy}
        restored={draft.restored}
        onDiscard={isDirty ? draft.discard : undefined}
      />
      <ConflictDialog
        opened={newer !== undefined}
        what="business profile"
        changes={base && newer ? changedFields(base, newer, LABELS) : []}
        onKeep={draft.keep}
        onLoad={draft.load}
      />
    </Form>
  );
}
