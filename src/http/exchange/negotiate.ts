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
