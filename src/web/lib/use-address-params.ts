import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useSearchParams } from 'react-router';

/** What becomes of parameters; null and '' take one out. */
export type AddressChange = Readonly<Record<string, string | null>>;

interface AddressParams {
  params: URLSearchParams;
  /** @param options.push for a step that Back takes back; otherwise this one's entry is replaced */
  change: (values: AddressChange, options?: { push?: boolean }) => void;
}

/**
 * The parameters of the address, and a way to change some of them. The others stay as they are by
 * then, not as they were drawn last: a filter that is chosen in the moment in which a search settles
 * would otherwise be lost. While another page is on its way nothing is changed: that would call the
 * step to it off.
 */
export function useAddressParams(): AddressParams {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The router itself is asked: `useNavigation` tells of a step only once it has been drawn.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const change = useCallback<AddressParams['change']>(
    (values, { push = false } = {}) => {
      const coming = router && (router.state.navigation.location ?? router.state.location);
      if (coming && coming.pathname !== pathname) return;
      const before = window.location.search;
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      if (next.toString() === new URLSearchParams(before).toString()) return;
      void navigate(`?${next}`, { replace: !push, preventScrollReset: true });
    },
    [navigate, pathname, router],
  );
  return { params, change };
}
