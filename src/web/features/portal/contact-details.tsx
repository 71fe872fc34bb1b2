import type { ComponentProps } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { shownAddressParts } from '../../../shared/contract/address-parts.ts';
import type { ContactField } from '../../../shared/customer-portal/contact-labels.ts';
import { CONTACT_FIELDS, contactLabel } from '../../../shared/customer-portal/contact-labels.ts';
import type { PortalContact } from '../../../shared/customer-portal/portal.contract.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Form } from '../../ui/form.tsx';
import { buttonClass } from '../../ui/public/button-class.ts';
import { FAULT, INPUT, LABEL } from '../../ui/public/form-class.ts';
import { readPortal, sendPortal } from './portal-calls.ts';
import { Section, SHEET } from './section.tsx';
import { unlessEnded, useVisit } from './visit.ts';

/** What the business knows of its customer, and what the customer would have it know. */
export function ContactDetails({ businessName }: { businessName: string }) {
  const { end, changes } = useVisit();
  const [contact, setContact] = useState<PortalContact>();
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let current = true;
    void readPortal<PortalContact>('/contact').then((outcome) => {
      const known = unlessEnded(outcome, end);
      if (current && known?.state === 'done') setContact(known.data);
    });
    return () => {
      current = false;
    };
  }, [end, changes]);
  if (!contact) return null;
  const { current, proposal } = contact;
  const close = (next?: PortalContact) => {
    if (next) setContact(next);
    setIsEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Section
      title="Your contact details"
      beside={
        !isEditing && (
          <button
            ref={edit}
            type="button"
            className={buttonClass('outlined', 'min-h-10')}
            onClick={() => setIsEditing(true)}
          >
            Propose changes
          </button>
        )
      }
    >
      {proposal && !isEditing && (
        <p className="mb-3 rounded-lg border border-line-2 bg-surface px-5 py-3.5 text-[15px] text-pretty">
          Your changes are with <bdi>{businessName}</bdi>. They are in effect once they are
          accepted.
        </p>
      )}
      <div className={`${SHEET} p-5 phone:p-4`}>
        {isEditing ? (
          <ContactForm contact={contact} businessName={businessName} onClose={close} />
        ) : (
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-[560px]:grid-cols-1">
            {CONTACT_FIELDS.map((field) => {
              const proposed = proposal?.changes[field];
              if (!current[field] && proposed === undefined) return null;
              return (
                <div key={field} className="min-w-0">
                  <dt className="text-[14px] text-muted">{contactLabel(field, current.country)}</dt>
                  <dd className="whitespace-pre-line wrap-anywhere" dir="auto">
                    {current[field] ?? '–'}
                    {proposed !== undefined && (
                      <span className="block text-[14.5px] text-sent">
                        Proposed: {proposed ?? 'none'}
                      </span>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </div>
    </Section>
  );
}

const KINDS: Partial<
  Record<
    ContactField,
    Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize'>
  >
> = {
  name: { type: 'text', autoComplete: 'name' },
  company: { type: 'text', autoComplete: 'organization' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  city: { type: 'text', autoComplete: 'address-level2' },
  state: { type: 'text', autoComplete: 'address-level1' },
  zipCode: { type: 'text', autoComplete: 'postal-code' },
  country: { type: 'text', autoComplete: 'country-name' },
};

interface FormProps {
  contact: PortalContact;
  businessName: string;
  /** @param next what there is after a proposal; undefined where nothing was sent */
  onClose: (next?: PortalContact) => void;
}

/** The form begins with what was proposed before. What was typed stays, whatever is refused. */
function ContactForm({ contact: { current, proposal }, businessName, onClose }: FormProps) {
  const id = useId();
  const { end } = useVisit();
  const first = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(() => ({ ...current, ...proposal?.changes }));
  const [fault, setFault] = useState<{ field: string | undefined; words: string }>();
  // The press that brought the form is gone from the page with its button.
  useEffect(() => first.current?.focus(), []);

  const submission = useSubmission(async () => {
    const outcome = unlessEnded(await sendPortal<PortalContact>('/contact', values), end);
    if (outcome?.state === 'done') {
      onClose(outcome.data);
      return 'done';
    }
    if (outcome) {
      setFault({ field: outcome.field, words: outcome.words });
      document.getElementById(`${id}-${outcome.field}`)?.focus();
    }
    return 'open';
  });
  const shown: Partial<Record<ContactField, string | null>> = shownAddressParts(values, current);
  const isKnown = CONTACT_FIELDS.some((field) => field === fault?.field);
  return (
    <Form submission={submission}>
      <div className="grid grid-cols-2 gap-4 max-[560px]:grid-cols-1">
        {CONTACT_FIELDS.filter((field) => shown[field] !== null).map((field, index) => {
          const isWrong = fault?.field === field;
          const shared = {
            id: `${id}-${field}`,
            className: INPUT,
            value: values[field] ?? '',
            'aria-invalid': isWrong || undefined,
            'aria-describedby': isWrong ? `${id}-${field}-fault` : undefined,
            onChange: ({ target }: { target: { value: string } }) =>
              setValues((before) => ({ ...before, [field]: target.value })),
          };
          return (
            <div key={field} className={field === 'address' ? 'col-span-full' : ''}>
              <label className={LABEL} htmlFor={shared.id}>
                {contactLabel(field, values.country)}
              </label>
              {field === 'address' ? (
                <textarea {...shared} rows={2} autoComplete="street-address" />
              ) : (
                <input {...shared} {...KINDS[field]} ref={index === 0 ? first : undefined} />
              )}
              {isWrong && (
                <p id={`${id}-${field}-fault`} className={FAULT}>
                  {fault.words}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <p className={`${FAULT} empty:hidden`} role="alert">
        {fault && !isKnown && fault.words}
      </p>
      <p className="mt-4 text-[14px] text-pretty text-muted">
        <bdi>{businessName}</bdi> looks at your changes first. With another email address you sign
        in anew.
      </p>
      <div className="mt-4 max-w-90">
        <button type="submit" className={buttonClass('brand')} aria-busy={submission.busy}>
          Send proposal
        </button>
        <button type="button" className={buttonClass('second', 'mt-2.5')} onClick={() => onClose()}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
