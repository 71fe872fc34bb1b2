import { copyText } from '../../lib/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconChevronRight, IconCopy } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ProfileFormReturn } from './profile-form-type.ts';
import { SecretField } from './secret-field.tsx';

interface Props {
  form: ProfileFormReturn;
  active: boolean;
  url: string;
}

/** Whether Stripe tells of payments by itself, and the address for those who set that up by hand. */
export function StripeWebhook({ form, active, url }: Props) {
  const copy = async () => {
    if (await copyText(url)) notify.success('Address copied', 'Add it as an endpoint at Stripe.');
    else notify.error('The address could not be copied', url);
  };
  return (
    <details className="group mt-3 text-13">
      <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1.5 text-muted hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon as={IconChevronRight} size={14} className="group-open:rotate-90" />
        {active
          ? 'Stripe notifies Remit of payments as they happen'
          : 'Remit checks Stripe for payments'}
      </summary>
      <div className="grid gap-3.5 pt-1.5 pb-0.5">
        <p className="leading-[1.5] text-pretty text-muted">
          {active
            ? 'The endpoint was set up when you connected. To use your own endpoint instead, add this address in Stripe’s dashboard and enter its signing secret.'
            : 'To be notified of payments immediately, add this address as an endpoint in Stripe’s dashboard and enter its signing secret here. Without it, Remit finds payments a little later.'}
        </p>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 items-end">
          <TextField
            label="Webhook address"
            value={url}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <Button icon={IconCopy} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <SecretField
          form={form}
          name="stripeWebhookSecret"
          label="Webhook signing secret"
          optional
          stored={null}
          hint="Starts with whsec_"
        />
      </div>
    </details>
  );
}
