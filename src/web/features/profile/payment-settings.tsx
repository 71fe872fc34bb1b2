import { IconBrandPaypal, IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { orpc } from '../../lib/api.ts';
import { formFields } from '../../lib/contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { EmailField, SelectField } from '../../ui/text-field.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { AccountState } from './account-state.tsx';
import classes from './payment-settings.module.css';
import type { ProfileFormReturn, SecretFieldName } from './profile-form-type.ts';
import { PROFILE_LABELS } from './profile-values.ts';
import { ProviderCard } from './provider-card.tsx';
import { SecretField } from './secret-field.tsx';
import { StripeWebhook } from './stripe-webhook.tsx';
import { paypalTestKeys, stripeTestKeys } from './test-keys.ts';
import { useConnectionTest } from './use-connection-test.ts';

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
    <div className={classes.cards}>
      <StripeCard {...parts} onDisconnect={() => setLeaving('stripe')} />
      <PayPalCard {...parts} onDisconnect={() => setLeaving('paypal')} />
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
        Its keys are removed, and customers can no longer pay through {named}. Payments that came
        stay as they are, but cannot be refunded from here until you connect again.
      </ConfirmDialog>
    </div>
  );
}

interface CardProps extends Omit<Props, 'onDisconnect'> {
  /** Made-up keys work. */
  sandbox: boolean;
  onDisconnect: () => void;
}

function StripeCard({ form, profile, sandbox, onChecked, onDisconnect }: CardProps) {
  const [publishable, secret] = form.watch(['stripePublishableKey', 'stripeSecretKey']);
  const storedPublishable = profile?.stripePublishableKey ?? null;
  const storedSecret = profile?.stripeSecretKey ?? null;
  const on = storedPublishable !== null && storedSecret !== null;
  const check = useConnectionTest(
    'stripe',
    [publishable, secret, storedPublishable, storedSecret],
    onChecked,
  );
  const text = switchWords(
    on,
    { value: publishable, stored: storedPublishable, name: 'publishable key' },
    { value: secret, stored: storedSecret, name: 'secret key' },
    'Off. Add both keys to take cards.',
  );
  return (
    <ProviderCard
      icon={IconCreditCard}
      title="Card payments by Stripe"
      text={text}
      on={on}
      onSwitch={on ? onDisconnect : () => form.setFocus(firstEmpty(form, STRIPE_KEYS))}
    >
      <FormLayout>
        <SecretField
          className={fieldWidth.half}
          form={form}
          name="stripePublishableKey"
          label="Publishable key"
          stored={storedPublishable}
          hint="Starts with pk_test_ or pk_live_."
        />
        <SecretField
          className={fieldWidth.half}
          form={form}
          name="stripeSecretKey"
          label="Secret key"
          stored={storedSecret}
          hint="Starts with sk_test_ or sk_live_."
        />
      </FormLayout>
      <CardFoot
        check={check}
        status={profile?.stripeAccountStatus ?? 'not_connected'}
        detail={profile?.stripeAccountDetail ?? null}
        doubt={publishableDoubt(publishable?.trim() || storedPublishable)}
        onTest={() => void check.test(typedOf(form, STRIPE_KEYS))}
        onTestKeys={sandbox && !on ? () => fill(form, stripeTestKeys()) : undefined}
        onDisconnect={
          storedPublishable !== null || storedSecret !== null ? onDisconnect : undefined
        }
      />
      {profile?.stripeWebhookUrl && (
        <StripeWebhook
          form={form}
          active={profile.stripeWebhookActive}
          url={profile.stripeWebhookUrl}
        />
      )}
    </ProviderCard>
  );
}

const PREFERENCES = [
  { value: 'stripe', label: 'Card payments by Stripe' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'both', label: 'Both' },
];

function PayPalCard({ form, profile, sandbox, onChecked, onDisconnect }: CardProps) {
  const field = formFields(form, PROFILE_LABELS);
  const [clientId, clientSecret] = form.watch(['paypalClientId', 'paypalClientSecret']);
  const storedId = profile?.paypalClientId ?? null;
  const storedSecret = profile?.paypalClientSecret ?? null;
  const on = storedId !== null && storedSecret !== null;
  const check = useConnectionTest(
    'paypal',
    [clientId, clientSecret, storedId, storedSecret],
    onChecked,
  );
  const text = switchWords(
    on,
    { value: clientId, stored: storedId, name: 'client ID' },
    { value: clientSecret, stored: storedSecret, name: 'client secret' },
    'Off. Add your client ID and secret to offer it.',
  );
  return (
    <ProviderCard
      icon={IconBrandPaypal}
      title="PayPal"
      text={text}
      on={on}
      onSwitch={on ? onDisconnect : () => form.setFocus(firstEmpty(form, PAYPAL_KEYS))}
    >
      <FormLayout>
        <SecretField
          className={fieldWidth.city}
          form={form}
          name="paypalClientId"
          label="Client ID"
          stored={storedId}
          placeholder="From developer.paypal.com"
        />
        <SecretField
          className={fieldWidth.city}
          form={form}
          name="paypalClientSecret"
          label="Client secret"
          stored={storedSecret}
        />
        <EmailField {...field('paypalEmail', fieldWidth.city)} optional autoComplete="off" />
        {mayChoose(form, profile) && (
          <SelectField
            {...field('preferredPaymentMethod', fieldWidth.half)}
            hint="Where payment links lead. On the invoice’s page your customers can choose either."
            options={PREFERENCES}
          />
        )}
      </FormLayout>
      <CardFoot
        check={check}
        status={profile?.paypalAccountStatus ?? 'not_connected'}
        detail={profile?.paypalAccountDetail ?? null}
        onTest={() => void check.test(typedOf(form, PAYPAL_KEYS))}
        onTestKeys={sandbox && !on ? () => fill(form, paypalTestKeys()) : undefined}
        onDisconnect={storedId !== null || storedSecret !== null ? onDisconnect : undefined}
      />
    </ProviderCard>
  );
}

interface FootProps {
  check: ReturnType<typeof useConnectionTest>;
  status: BusinessProfile['stripeAccountStatus'];
  detail: string | null;
  /** What is odd about the keys, whatever the provider says of them. */
  doubt?: string | undefined;
  onTest: () => void;
  onTestKeys: (() => void) | undefined;
  onDisconnect: (() => void) | undefined;
}

function CardFoot({ check, status, detail, doubt, onTest, onTestKeys, onDisconnect }: FootProps) {
  return (
    <div className={classes.foot}>
      <AccountState
        status={status}
        detail={detail}
        doubt={doubt}
        outcome={check.outcome}
        busy={check.busy}
      />
      <div className={classes.footActions}>
        {onDisconnect && (
          <Button size="sm" variant="danger" onClick={onDisconnect}>
            Disconnect
          </Button>
        )}
        {onTestKeys && (
          <Button size="sm" onClick={onTestKeys}>
            Use test keys
          </Button>
        )}
        <Button size="sm" busy={check.busy} onClick={onTest}>
          Test connection
        </Button>
      </div>
    </div>
  );
}

const STRIPE_KEYS = ['stripePublishableKey', 'stripeSecretKey'] as const;
const PAYPAL_KEYS = ['paypalClientId', 'paypalClientSecret'] as const;

interface KeyState {
  value: string | null | undefined;
  stored: string | null;
  name: string;
}

/** Why the switch stands as it does. */
function switchWords(on: boolean, first: KeyState, second: KeyState, none: string): string {
  if (on) return 'On: both keys are saved.';
  const missing = [first, second].filter(({ value, stored }) => !value?.trim() && !stored);
  if (missing.length === 0) return 'Turns on when you save.';
  return missing.length === 2 ? none : `Off. The ${missing[0]?.name} is missing.`;
}

function firstEmpty(form: ProfileFormReturn, names: readonly SecretFieldName[]): SecretFieldName {
  return names.find((name) => !form.getValues(name)) ?? names[0] ?? 'stripeSecretKey';
}

/** The keys that somebody has typed; the server takes the stored ones for the others. */
function typedOf<K extends SecretFieldName>(form: ProfileFormReturn, names: readonly K[]) {
  const typed: Partial<Record<K, string>> = {};
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
function publishableDoubt(key: string | null | undefined): string | undefined {
  const text = key?.trim();
  return !text || /^pk_(test|live)_/.test(text)
    ? undefined
    : 'The publishable key does not look like one: it starts with pk_test_ or pk_live_.';
}

/** There is something to prefer only where there are PayPal credentials, saved or typed. */
export function mayChoose(form: ProfileFormReturn, profile: BusinessProfile | null): boolean {
  return PAYPAL_KEYS.every((name) => Boolean(form.getValues(name)?.trim() || profile?.[name]));
}
