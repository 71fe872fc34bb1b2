import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../lib/api.ts';
import type { Submission } from '../../lib/use-submission.ts';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/form.tsx';
import { AuthButton, linksUnderlined } from './auth-layout.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignedIn } from './use-signed-in.ts';

interface Props {
  /** The button's words, such as 'Sign In'. */
  action: string;
  /** What went wrong, where no field is to blame. */
  notice: string | undefined;
  onNotice: (words: string | undefined) => void;
  submission: Submission;
  /** Or on the way into the application. */
  leaving: boolean;
  onSignedIn: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Fields and passkey, or the one button to the provider where this installation has one. */
export function AuthForm({
  action,
  notice,
  onNotice,
  submission,
  leaving,
  onSignedIn,
  children,
}: Props) {
  const { withReturnTo } = useSignedIn();
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  return (
    <>
      <AuthNotice words={notice} />
      {installation?.signIn === 'oidc' ? (
        <AuthButton variant="primary" href={withReturnTo('/api/login')}>
          {action}
        </AuthButton>
      ) : (
        <>
          <AuthFields submission={submission}>
            {children}
            <AuthButton variant="primary" type="submit" busy={submission.busy || leaving}>
              {action}
            </AuthButton>
          </AuthFields>
          <PasskeyButton onSignedIn={onSignedIn} onError={onNotice} />
        </>
      )}
    </>
  );
}

interface NoticeProps {
  words: string | undefined;
  /** Nothing went wrong. */
  news?: boolean;
}

/** What went wrong, where no field is to blame. */
export function AuthNotice({ words, news = false }: NoticeProps) {
  return (
    words && (
      <p
        className={cx(
          'mb-5 rounded px-3.5 py-[11px] text-15 leading-[1.45]',
          news ? 'bg-accent-soft text-ink' : 'bg-overdue-soft text-overdue',
        )}
        role={news ? 'status' : 'alert'}
      >
        {words}
      </p>
    )
  );
}

interface FieldsProps {
  submission: Submission;
  children: ReactNode;
}

/** Fields, and the button beneath them. */
export function AuthFields({ submission, children }: FieldsProps) {
  return (
    <Form className="grid gap-4.5" submission={submission}>
      {children}
    </Form>
  );
}

/** What else can be done, beneath the form. */
export function AuthEnd({ children }: { children: ReactNode }) {
  return <p className={cx(linksUnderlined, 'mt-7 text-15 text-muted')}>{children}</p>;
}

/** The way back, where there is nothing else. */
export const BACK_TO_SIGN_IN = (
  <AuthEnd>
    <Link to="/sign-in">Back to Sign In</Link>
  </AuthEnd>
);
