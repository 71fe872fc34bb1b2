import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { orpc } from '../../lib/api.ts';
import { formFields } from '../../lib/contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import type { IconType } from '../../ui/icons.ts';
import { IconBrandPaypal, IconCreditCard } from '../../ui/icons.ts';
import { EmailField, SelectField } from '../../ui/text-field.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { AccountState } from './account-state.tsx';
import type { ProfileFormReturn, SecretFieldName } from './profile-form-type.ts';
import { FIELD_LABELS, PROFILE_LABELS } from './profile-values.ts';
import { ProviderCard } from './provider-card.tsx';
import { SecretField } from './secret-field.tsx';
import { StripeWebhook } from './stripe-webhook.tsx';
import { paypalTestKeys, stripeTestKeys } from './test-keys.ts';
import { useConnectionTest } from './use-connection-test.ts';

const { half, city } = fieldWidth;

interface Props {
  form: ProfileFormReturn;
  /** As it is stored; null when there is none yet. */
  profile: BusinessProfile | null;
  /** Removes a provider's keys. @returns whether they are gone */
  onDisconnect: (provider: ProviderName) => Promise<boolean>;
  /** The provider was asked about the stored keys: their status is to be read again. */
  onChecked: () => Promise<void>;
}

/** How customers can pay: the two providers with their keys, and which comes first. */
export function PaymentSettings({ form, profile, onDisconnect, onChecked }: Props) {
  const [leaving, setLeaving] = useState<ProviderName>();
  const [busy, setBusy] = useState(false);
  const named = PROVIDER_LABELS[useFrozen(leaving, leaving !== undefined) ?? 'stripe'];
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const parts = {
    form,
    profile,
    onChecked,
    sandbox: installation?.sandbox ?? false,
  };
  const disconnect = async () => {
    if (!leaving) return;
    setBusy(true);
    await onDisconnect(leaving);
    setBusy(false);
    setLeaving(undefined);
  };
  return (
    <div className="grid gap-3.5">
      <StripeCard {...parts} onDisconnect={() => setLeaving('stripe')} />
      <PayPalCard {...parts} onDisconnect={() => setLeaving('paypal')} />
      <CheckField
        {...form.register('allowPartialPayments')}
        label={FIELD_LABELS.allowPartialPayments}
        hint="They can then choose the amount online. They can always pay the next installment or the full balance."
      />
      <CheckField
        {...form.register('offerAutomaticPayment')}
        label={FIELD_LABELS.offerAutomaticPayment}
        hint="Paying by card, customers can then agree that following invoices are charged to it on the day they are due. Agreements they have made stay until they or you end them."
      />
      <ConfirmDialog
        opened={leaving !== undefined}
        writes
        title={`Disconnect ${named}`}
        confirmLabel="Disconnect"
        danger
        busy={busy}
        onConfirm={() => void disconnect()}
        onCancel={() => setLeaving(undefined)}
      >
        Its keys are removed, and customers can no longer pay through {named}. Earlier payments stay
        as they are, but cannot be refunded from here until you connect again.
      </ConfirmDialog>
    </div>
  );
}

interface CardProps extends Omit<Props, 'onDisconnect'> {
  /** Made-up keys work. */
  sandbox: boolean;
  onDisconnect: () => void;
}

function StripeCard(props: CardProps) {
  const { form, profile } = props;
  const publishable = form.watch('stripePublishableKey')?.trim() || profile?.stripePublishableKey;
  return (
    <KeysCard
      provider="stripe"
      {...props}
      doubt={checkPublishableKey(publishable)}
      below={
        profile?.stripeWebhookUrl && (
          <StripeWebhook
            form={form}
            active={profile.stripeWebhookActive}
            url={profile.stripeWebhookUrl}
          />
        )
      }
    />
  );
}

const PREFERENCES = [
  { value: 'stripe', label: 'Card payments by Stripe' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'both', label: 'Both' },
];

function PayPalCard(props: CardProps) {
  const { form, profile } = props;
  const field = formFields(form, PROFILE_LABELS);
  return (
    <KeysCard provider="paypal" {...props}>
      <EmailField {...field('paypalEmail', city)} optional autoComplete="off" />
      {mayChoose(form, profile) && (
        <SelectField
          {...field('preferredPaymentMethod', half)}
          hint="Where payment links go. On the invoice’s page your customers can choose either."
          options={PREFERENCES}
        />
      )}
    </KeysCard>
  );
}

type KeyName = Exclude<SecretFieldName, 'stripeWebhookSecret'>;

interface Key {
  name: KeyName;
  className: string | undefined;
  hint?: string;
  placeholder?: string;
}

interface ProviderSetting {
  icon: IconType;
  title: string;
  /** Why it is off while it has no key. */
  none: string;
  keys: readonly [Key, Key];
  testKeys: () => Partial<Record<SecretFieldName, string>>;
}

const PROVIDERS: Record<ProviderName, ProviderSetting> = {
  stripe: {
    icon: IconCreditCard,
    title: 'Card payments by Stripe',
    none: 'Off. Add both keys to take cards.',
    keys: [
      { name: 'stripePublishableKey', className: half, hint: 'Starts with pk_test_ or pk_live_.' },
      { name: 'stripeSecretKey', className: half, hint: 'Starts with sk_test_ or sk_live_.' },
    ],
    testKeys: stripeTestKeys,
  },
  paypal: {
    icon: IconBrandPaypal,
    title: 'PayPal',
    none: 'Off. Add your client ID and secret to offer it.',
    keys: [
      { name: 'paypalClientId', className: city, placeholder: 'From developer.paypal.com' },
      { name: 'paypalClientSecret', className: city },
    ],
    testKeys: paypalTestKeys,
  },
};

interface KeysCardProps extends CardProps {
  provider: ProviderName;
  /** What is odd about the keys, whatever the provider says of them. */
  doubt?: string | undefined;
  /** Further fields beside the keys. */
  children?: ReactNode;
  below?: ReactNode;
}

/** A provider's keys, their test, and whether it is on. */
function KeysCard({
  provider,
  form,
  profile,
  sandbox,
  doubt,
  children,
  below,
  onChecked,
  onDisconnect,
}: KeysCardProps) {
  const { icon, title, none, keys, testKeys } = PROVIDERS[provider];
  const names = keys.map(({ name }) => name);
  const typed = form.watch(names);
  const stored = names.map((name) => profile?.[name] ?? null);
  const on = stored.every((key) => key !== null);
  const check = useConnectionTest(provider, [...typed, ...stored], onChecked);
  const missing = names.filter((_, index) => !typed[index]?.trim() && !stored[index]);
  return (
    <ProviderCard
      icon={icon}
      title={title}
      text={formatSwitchState(on, missing, none)}
      on={on}
      onSwitch={on ? onDisconnect : () => form.setFocus(firstEmpty(form, names))}
    >
      <FormLayout>
        {keys.map((key, index) => (
          <SecretField
            key={key.name}
            form={form}
            label={FIELD_LABELS[key.name]}
            stored={stored[index] ?? null}
            {...key}
          />
        ))}
        {children}
      </FormLayout>
      <div className="flex flex-wrap gap-x-4 gap-y-2.5 items-center mt-3.5 pt-3 border-t border-hairline">
        <AccountState
          status={profile?.[`${provider}AccountStatus`] ?? 'not_connected'}
          detail={profile?.[`${provider}AccountDetail`] ?? null}
          doubt={doubt}
          outcome={check.outcome}
          busy={check.busy}
        />
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-auto!">
          {stored.some((key) => key !== null) && (
            <Button size="sm" variant="danger" onClick={onDisconnect}>
              Disconnect
            </Button>
          )}
          {sandbox && !on && (
            <Button size="sm" onClick={() => fill(form, testKeys())}>
              Use test keys
            </Button>
          )}
          <Button
            size="sm"
            busy={check.busy}
            onClick={() => void check.test(readTypedKeys(form, names))}
          >
            Test connection
          </Button>
        </div>
      </div>
      {below}
    </ProviderCard>
  );
}

/** Why the switch stands as it does. */
function formatSwitchState(on: boolean, missing: readonly SecretFieldName[], none: string): string {
  if (on) return 'On: both keys are saved.';
  const [first, second] = missing;
  if (!first) return 'Turns on when you save.';
  if (second) return none;
  const label = FIELD_LABELS[first];
  return `Off. The ${label.charAt(0).toLowerCase()}${label.slice(1)} is missing.`;
}

function firstEmpty(form: ProfileFormReturn, names: readonly SecretFieldName[]): SecretFieldName {
  return names.find((name) => !form.getValues(name)) ?? names[0] ?? 'stripeSecretKey';
}

/** The keys that somebody has typed; the server takes the stored ones for the others. */
function readTypedKeys(form: ProfileFormReturn, names: readonly SecretFieldName[]) {
  const typed: Partial<Record<SecretFieldName, string>> = {};
  for (const name of names) {
    const value = form.getValues(name)?.trim();
    if (value) typed[name] = value;
  }
  return typed;
}

function fill(form: ProfileFormReturn, keys: Partial<Record<SecretFieldName, string>>): void {
  for (const [name, value] of Object.entries(keys)) {
    form.setValue(name as SecretFieldName, value, { shouldDirty: true, shouldValidate: true });
  }
}

/** Nobody asks Stripe about a publishable key: only its look tells a slip of the hand. */
function checkPublishableKey(key: string | null | undefined): string | undefined {
  const text = key?.trim();
  return !text || /^pk_(test|live)_/.test(text)
    ? undefined
    : 'This is not a publishable key: it must start with pk_test_ or pk_live_.';
}

/** There is something to prefer only where there are PayPal credentials, saved or typed. */
export function mayChoose(form: ProfileFormReturn, profile: BusinessProfile | null): boolean {
  return PROVIDERS.paypal.keys.every(({ name }) =>
    Boolean(form.getValues(name)?.trim() || profile?.[name]),
  );
}
