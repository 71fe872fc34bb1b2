/** Calls of customers' pages need no client of the API, which their pages would have to load. */
export async function post(
  address: string,
  body: object,
  fetcher: typeof fetch,
): Promise<Response> {
  return fetcher(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Only such an address is gone to: never `javascript:`, whoever stored it. */
export function isWebAddress(address: unknown): address is string {
  return typeof address === 'string' && /^https?:\/\//i.test(address);
}
