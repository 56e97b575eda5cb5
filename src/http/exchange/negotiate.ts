import Negotiator from 'negotiator';

/**
 * Which of the offered media types an Accept header wants most (RFC 9110 section 12.5.1), or null. Where two are
 * wanted equally, the one that is named goes before the one that a wildcard lets in, then the one offered first.
 */
export function negotiate<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | null {
  // one that is empty says as little as none
  const [wanted] = new Negotiator({ headers: { accept: accept || '*/*' } }).mediaTypes(offered);
  return (wanted as Type | undefined) ?? null;
}

/** Which of the offered content codings an Accept-Encoding header wants most, or null: none, or rather the text as it is. */
export function preferredEncoding<Encoding extends string>(
  accept: string | undefined,
  offered: readonly Encoding[],
): Encoding | null {
  if (!accept) return null;
  const place = (item: string): number => {
    const known = offered.findIndex((one) => item.trim().split(';')[0]!.trim() === one);
    return known === -1 ? offered.length : known;
  };
  // browsers name gzip first and want both equally
  const inOrder = accept.split(',').toSorted((one, other) => place(one) - place(other));
  const negotiator = new Negotiator({ headers: { 'accept-encoding': inOrder.join() } });
  const [wanted] = negotiator.encodings([...offered, 'identity']);
  return offered.find((one) => one === wanted) ?? null;
}
