interface Answer {
  // Bodies differ by call; tests read what they assert.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Saves an owner's business profile as the form does: the first time by POST, then by PUT. */
export async function saveProfile<A extends Answer>(
  owner: { call(method: string, path: string, payload?: unknown): Promise<A> },
  values: object,
): Promise<A> {
  const { id } = (await owner.call('GET', '/api/business-profile')).body;
  return id === undefined
    ? owner.call('POST', '/api/business-profile', values)
    : owner.call('PUT', `/api/business-profile/${id}`, values);
}
