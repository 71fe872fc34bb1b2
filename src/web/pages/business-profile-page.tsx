import { ProfileForm } from '../features/profile/profile-form.tsx';
import { useProfile } from '../features/profile/use-profile.ts';
import { loadFailure } from '../lib/api-error.ts';
import { PageError } from '../ui/page-error.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export function Component() {
  const { profile, error, refetch } = useProfile();
  if (profile !== undefined) return <ProfileForm profile={profile} />;
  if (error) {
    return (
      <PageError
        title="Your profile could not be loaded"
        {...loadFailure(
          { error, refetch },
          'Nothing was lost. Check your connection and try again.',
        )}
      />
    );
  }
  return <PageSpinner label="Loading your profile" />;
}
