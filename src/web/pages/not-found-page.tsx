import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Slip } from '../features/account/paper.tsx';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { closestPath } from './closest-path.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  const closest = closestPath(pathname);
  useEffect(() => {
    document.title = '404 Page Not Found · Remit';
  }, []);
  return (
    <main className="flex min-h-dvh flex-col px-[clamp(40px,8.33vw,120px)] pt-7 pb-8 max-[861px]:px-5 max-[861px]:pt-5 max-[861px]:pb-6">
      <a href="/" className="self-start" aria-label="Remit home page">
        <Logo height={27} />
      </a>
      <div className="my-auto grid grid-cols-[minmax(0,1fr)_minmax(0,400px)] items-center gap-20 py-8 max-[861px]:my-0 max-[861px]:block">
        <div>
          <h1 className="text-[length:clamp(3.25rem,5.7vw,5.125rem)] leading-[0.98] font-[610] tracking-[-0.038em] text-balance max-[861px]:text-[3.25rem]">
            404 Page Not Found
          </h1>
          <p className="mt-5.5 mb-7.5 text-[1.125rem] text-balance text-muted max-[861px]:mt-4 max-[861px]:mb-7 max-[861px]:text-[1.0625rem]">
            Did you forget to add the page to the router?
          </p>
          <Button
            className="h-13! px-6! text-[1rem]! max-[861px]:mb-9 max-[861px]:w-full"
            variant="primary"
            to="/"
          >
            Go to Dashboard
          </Button>
        </div>
        <Slip
          title="Statement of what we found"
          rows={[
            { label: 'Asked for', value: pathname },
            ...(closest
              ? [
                  {
                    label: 'Closest page',
                    value: (
                      <Link className="underline decoration-1 underline-offset-3" to={closest}>
                        {closest}
                      </Link>
                    ),
                  },
                ]
              : []),
          ]}
          total={{ label: 'Pages found', value: '0' }}
        />
      </div>
    </main>
  );
}
